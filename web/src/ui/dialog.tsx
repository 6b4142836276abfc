import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';

/** A dialog that is not there before it is opened first: pages redraw their content with every gesture. */
export function Dialog(props: ModalProps) {
  const [made, setMade] = useState(props.opened);
  if (props.opened && !made) setMade(true);
  return made ? <Modal {...props} /> : null;
}
