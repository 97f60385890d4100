/**
 * An array literal of ids and amounts for PostgreSQL. The driver would search each element for characters to escape,
 * which is slow for a batch of fundings; these values never have any.
 * @param values numbers and UUIDs only
 */
export const arrayLiteral = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
