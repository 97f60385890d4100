/**
 * An array literal of ids and amounts for PostgreSQL. The driver would search each element for characters to escape,
 * which is slow for a batch of fundings; these values never have any.
 * @param values numbers, booleans, UUIDs, dates and our own names in capitals only
 */
export const arrayLiteral = (values: readonly (number | string | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
