// The ids of a query packed into one value of 16 bytes each, so that a million of them fit into memory. The SQL is:
// coalesce(string_agg(uuid_send(id), ''::bytea order by ...), ''::bytea).

/** The size of a packed id in bytes. */
const size = 16

export const countOfPacked = (ids: Buffer): number => ids.length / size

/** Unpacks ids in order, in batches, as the 32 hexadecimal digits that PostgreSQL accepts as a uuid. */
export function* unpacked(ids: Buffer, batch: number): Generator<string[]> {
  for (let from = 0; from < ids.length; from += batch * size) {
    const some = ids.subarray(from, from + batch * size)
    yield Array.from({ length: countOfPacked(some) }, (_, place) =>
      some.toString('hex', place * size, (place + 1) * size),
    )
  }
}
