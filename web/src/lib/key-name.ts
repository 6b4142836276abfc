/** How a pressed key is written in a table; Shift is named only where the key itself does not show it. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const letter = event.key.length === 1;
  const shifted = event.shiftKey && (!letter || /[a-z]/i.test(event.key));
  const key = event.key === ' ' ? 'Space' : letter ? event.key.toLowerCase() : event.key;
  return `${shifted ? 'Shift+' : ''}${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key}`;
}
