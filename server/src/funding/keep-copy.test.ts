import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sampleSnapshot } from '../documents/pdf/sample.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { takeOverLoan } from '../servicing/take-over/index.ts'
import { aDraftLoan } from '../testing/loans.ts'
import { aLender } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { keepAgreementCopy } from './keep-copy.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await world.books()).toEqual([]))

const actor = { kind: 'operator', name: 'test' } as const
const reference = 'ARSIP/KOPI/1'

test('POR-05 a copy goes to the lender of the archived agreement, once, and to nothing else', async () => {
  const { context } = world
  const { phone, lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aDraftLoan(context, { offerFrom: '2025-01-01', offerUntil: '2025-01-31' })
  const agreement = { reference, sha256: createHash('sha256').update(reference).digest('hex') }
  const parts = [{ lenderPhone: phone, amount: 10_000_000, signedOn: '2025-01-31', agreement }]
  await perform(context, takeOverLoan, { actor, input: { loanNumber, parts } })
  const keep = (agreementNumber: string, amount: number) =>
    perform(context, keepAgreementCopy, {
      actor,
      input: {
        snapshot: sampleSnapshot({ agreementNumber, amount }),
        bytes: Buffer.from('%PDF-1.7 a copy'),
        pages: 1,
      },
    })
  await expect(keep('ARSIP/KOPI/2', 10_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(keep(reference, 9_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const both = await Promise.all([keep(reference, 10_000_000), keep(reference, 10_000_000)])
  expect(both.filter(({ kept }) => kept)).toHaveLength(1)
  const kept = await one(
    context.db,
    'test.copy',
    `select d.lender_id as "lenderId", d.kind, a.signature_page as page, d.bytes from document d
       join agreement a on a.id = d.agreement_id join archived_agreement g on g.funding_id = a.id`,
  )
  expect(kept).toEqual({ lenderId, kind: 'PP', page: null, bytes: Buffer.from('%PDF-1.7 a copy') })
})
