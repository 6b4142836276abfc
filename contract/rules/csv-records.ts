/** Rows of a table by RFC 4180; a single LF ends a line too. */

/** Records of fields; null where a quoted field does not end. */
export function csvRecords(text: string, separator = ','): string[][] | null {
  const records: string[][] = [];
  let [record, field, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[(at += 1)] ?? '';
      else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === separator || character === '\n') {
      record.push(character === '\n' ? field.replace(/\r$/, '') : field);
      field = '';
      if (character === '\n') {
        records.push(record);
        record = [];
      }
    } else field += character;
  }
  if (quoted) return null;
  if (field !== '' || record.length > 0) records.push([...record, field]);
  return records;
}
