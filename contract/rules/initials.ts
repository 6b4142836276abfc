/** Two letters for a person, on screen and next to their comments. */
export function initials(person: { name: string; family_names: string; email: string }): string {
  const letters = `${person.name.charAt(0)}${person.family_names.charAt(0)}`;
  return (letters || person.email.slice(0, 2)).toUpperCase();
}
