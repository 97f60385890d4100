import { many, type Queryable } from '../platform/db/database.ts'

const mentioned = /Pemberi Dana (\d{1,16})\b/g

/** Adds to each lender whom these lines call by number their name, unless the line has it already. */
export async function nameLenders(db: Queryable, lines: readonly string[]): Promise<string[]> {
  const ids = new Set(lines.flatMap((line) => [...line.matchAll(mentioned)].map(([, id]) => Number(id))))
  if (ids.size === 0) return [...lines]
  const rows = await many<{ id: number; name: string }>(
    db,
    'operator.lender_names',
    'select id, name from lender where id = any($1)',
    [[...ids]],
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return lines.map((line) =>
    line.replaceAll(mentioned, (number, id: string) => {
      const name = names.get(Number(id))
      return name === undefined || line.includes(name) ? number : `${number} (${name})`
    }),
  )
}
