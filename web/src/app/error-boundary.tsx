import { Component, type ReactNode } from 'react';
import { Message } from '../ui/message.tsx';

/** Message when a screen fails: what to do, and that their work is kept. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: Error | null }> {
  override state: { failed: Error | null } = { failed: null };

  static getDerivedStateFromError(failed: Error) {
    return { failed };
  }

  override componentDidCatch(error: Error): void {
    console.error(error);
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return (
      <Message
        title="This page stopped working"
        text={`Your work is kept in this browser and on the server. Reload the page to continue. (${failed.message})`}
        action={{
          label: 'Load again',
          onClick: () => {
            window.location.reload();
          },
        }}
      />
    );
  }
}
