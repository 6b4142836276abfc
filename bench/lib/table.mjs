// Rows as a table, and whether they reach what they must.

/** `ok`, `short`, or `-` where nothing must be reached. A row with a ratio must reach it, one without must stay below. */
export function judge(row) {
  if (row.must === null || row.must === undefined) return '-';
  const reached = row.ratio === null ? row.value <= row.must : row.ratio >= row.must;
  return reached ? 'ok' : 'short';
}

export function printTable(rows) {
  const cell = (value) => (value === null || value === undefined ? '' : typeof value === 'number' ? String(+value.toPrecision(4)) : value);
  const head = ['group', 'name', 'value', 'unit', 'peer', 'ratio', 'worst', 'spread', 'must', 'stretch', ''];
  const spread = (row) => row.spread?.map((end) => +end.toPrecision(3)).join(' to ');
  const lines = rows.map((row) =>
    [row.group, row.name, row.value, row.unit, row.peer, row.ratio, row.worst, spread(row), row.must, row.stretch, judge(row)].map(cell),
  );
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column].length)));
  for (const line of [head, ...lines])
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  console.log('');
}
