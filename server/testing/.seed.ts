import { randomBytes, randomUUID } from 'node:crypto'
import { openContext } from '../src/main/testing.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { hashToken } from '../src/platform/token.ts'
import { insertStaffSession } from '../src/staff/testing.ts'
const { context } = await openContext(process.env) as any
for (const [id, name, rights] of [[1,'Rina Wulandari',['LOOK','WORK']],[2,'Budi Santoso',['LOOK','DECIDE','ADMIN']],[3,'Sari Dewi',['LOOK','WORK','DECIDE']]] as const) {
  const token = context.random.token()
  await inTransaction(context.db, { repeatable: true }, async (tx: any) => {
    const ids = [0, 1].map(() => randomBytes(16).toString('base64url'))
    for (const k of ids) await tx.query({ text: 'insert into staff_passkey (id, staff_id, label, public_key, counter) values ($1, $2, $3, $4, 0)', values: [k, id, 'test', randomBytes(64)] })
    await insertStaffSession(tx, { tokenHash: hashToken(token), id: randomUUID(), staffId: id, passkey: ids[0] ?? '' })
  })
  console.log(`${name}=${token}`)
}
process.exit(0)
