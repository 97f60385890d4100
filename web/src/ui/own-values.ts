/**
 * What a field has set and what has not arrived yet, once `value` has arrived. A field that applies while it is typed in
 * may set a second value before the first has arrived; both are its own and must not replace what is being typed.
 * @param set the values that the field has set, in their order
 * @returns null where the value came from elsewhere
 */
export function stillToArrive(set: readonly string[], value: string): string[] | null {
  const place = set.indexOf(value)
  return place < 0 ? null : set.slice(place + 1)
}
