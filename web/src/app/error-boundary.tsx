import { Component, type ReactNode } from 'react';
import { Message } from '../ui/message.tsx';
import { messages } from './messages.ts';

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
        title={messages.stopped.title}
        text={messages.stopped.text(failed.message)}
        action={{
          label: messages.stopped.reload,
          onClick: () => {
            window.location.reload();
          },
        }}
      />
    );
  }
}
