import { Chip } from '../../ui/chip.tsx';
import { messages } from '../messages.ts';

export interface FrameMarkProps {
  /** Frames the file declares. */
  declared: number;
  /** Frames that are in it, as its import counted them; null where it did not. */
  counted: number | null;
  /** Frames that were found in the whole file; null until all of it has arrived. */
  found: number | null;
}

/** Marks of a file that holds more or fewer frames than it declares. */
export function FrameMark({ declared, counted, found }: FrameMarkProps) {
  const there = found ?? counted ?? declared;
  return (
    <>
      {counted !== null && counted > declared && (
        <Chip tone="warn" dot title={messages.state.moreThanDeclared}>
          {messages.state.frames(declared, counted)}
        </Chip>
      )}
      {there < declared && (
        <Chip tone="warn" dot title={messages.state.endsEarly}>
          {messages.state.frames(there, declared)}
        </Chip>
      )}
    </>
  );
}
