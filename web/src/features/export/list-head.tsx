/** Head of a list whose last column has the actions of each row. */
export function ListHead({ columns, actions }: { columns: readonly string[]; actions: string }) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name}>{name}</th>
        ))}
        <th>
          <span className="visually-hidden">{actions}</span>
        </th>
      </tr>
    </thead>
  );
}
