/** The form in which two names count as one: no case, and no difference of width or of composition (NFKC). */
export function usernameKey(username: string): string {
  // There and back, as letters such as ß, ẞ and ς are not each other's only partners.
  return username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
