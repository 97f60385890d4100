/**
 * Ids and amounts as an array for PostgreSQL. The driver looks in each element of an array for what has to be escaped;
 * a batch of fundings has hundreds of them, and none that has.
 * @param values numbers and uuids only
 */
export const arrayLiteral = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
