import { beforeAll, expect, test } from 'vitest'
import { flat } from '../../../testing/loan-operations.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { businessToday } from '../../books/index.ts'
import { readMoment } from '../../operator/moment-value.ts'
import { one } from '../../platform/db/database.ts'
import type { HistoryMovement } from '../history/history.ts'

const { fixture, operator } = operatorAtWork()
const { lender: other } = lenderBeside(fixture)
let loan: LentLoan
let lenderId: number
let phone: string
beforeAll(async () => {
  const { context } = fixture()
  const day = await businessToday(context.db)
  loan = await aDisbursedLoan(context, [720_000, 300_000], { ...flat, disbursedOn: addDays(day, -40) })
  lenderId = loan.fundings[0]?.lenderId ?? 0
  ;({ phone } = await one<{ phone: string }>(
    context.db,
    'test.phone',
    'select phone from lender where id = $1',
    [lenderId],
  ))
  const record = ['repayments', 'record', loan.loanNumber, '--paid-on', day, '--amount', '90000']
  await operator([...record, '--reference', 'bni-77'])
  await operator(['repayments', 'reverse', 'bni-77', '--reason', 'Salah pinjaman: ditujukan ke Rénë'])
})

const history = (reference: string, ...more: string[]) =>
  operator(['--json', 'lenders', 'history', reference, ...more])
const movementsBy = async (reference: string): Promise<HistoryMovement[]> =>
  (await history(reference)).json.movements

test('OPS-02 the history of a lender has the movements and balances of their statement, each with who and why', async () => {
  const movements = await movementsBy(phone)
  const statement = (await operator(['statements', 'lender', '--phone', phone])).out
    .trim()
    .split('\r\n')
    .slice(1)
  expect(movements.length).toBeGreaterThanOrEqual(4)
  expect(
    movements.map(({ kind, transferId, amount, balance }) => [
      kind,
      transferId,
      String(amount),
      String(balance),
    ]),
  ).toEqual(
    statement.map((line) => {
      const [, , , kind, , transfer, amount, balance] = line.split(';')
      return [kind, transfer, amount, balance]
    }),
  )
  const repayment = movements.find(({ kind }) => kind === 'REPAYMENT')
  expect(repayment).toMatchObject({
    ...{ loanNumber: loan.loanNumber, bankReference: 'bni-77', operator: 'test', takesBack: null },
  })
  expect(movements.find(({ kind }) => kind === 'REVERSAL')).toMatchObject({
    ...{ loanNumber: loan.loanNumber, operator: 'test', takesBack: repayment?.number },
    ...{ reason: 'Salah pinjaman: ditujukan ke Rénë', amount: -(repayment?.amount ?? 0) },
  })
  expect(movements.find(({ kind }) => kind === 'FUNDING')).toMatchObject({ operator: null, takesBack: null })
  const printed = (await operator(['lenders', 'history', phone])).out
  expect(printed).toContain(`membatalkan ${repayment?.number}  oleh test  Salah pinjaman`)
  expect(printed).toContain(` pergerakan Pemberi Dana ${phone} (`)
  // The time as the clocks in Jakarta show it, which an option takes again.
  const [shown = ''] = printed.split('  ')
  expect(shown).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/)
  const at = new Date(movements[0]?.at ?? 0).getTime()
  expect(readMoment(shown).getTime()).toBe(at - (at % 1000))
})

test('OPS-02 a lender is found by each reference that a statement, a screen, the bank or a request prints', async () => {
  const { db } = fixture().context
  const movements = await movementsBy(phone)
  const alone = movements.filter(({ kind }) => kind === 'FUNDING' || kind === 'TOP_UP')
  const numbers = alone.map(({ number }) => number)
  const references = [
    ...[`lender:${lenderId}`, `0${phone}`, `+62${phone}`, loan.fundings[0]?.fundingId ?? ''],
    ...[...numbers, ...numbers.map((number) => number.toLowerCase())],
    ...movements.map(({ transferId }) => transferId),
    ...alone.flatMap(({ bankReference }) => bankReference ?? []),
  ]
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references)
    expect([reference, (await history(reference)).json]).toEqual([
      reference,
      expect.objectContaining({ lenderId }),
    ])
  const { request } = await one<{ request: string }>(
    db,
    'test.request',
    `select max(request_id) as request from audit_event where actor = $1`,
    [`lender:${other().lenderId}`],
  )
  expect((await history(request)).json).toMatchObject({ lenderId: other().lenderId, kind: 'request' })
})

test('OPS-02 a reference of nobody or of several lenders is refused, and the kinds and lenders are named', async () => {
  const unknown = await history('NO-SUCH-REFERENCE')
  expect([unknown.exit, unknown.json.error]).toEqual([2, 'Tidak ada yang berreferensi NO-SUCH-REFERENCE.'])
  expect((await history('FND-269999-0000000000')).exit).toBe(2)
  const several = await history('BNI-77')
  expect(several.exit).toBe(2)
  const [, phones = ''] =
    /^BNI-77 milik 2 Pemberi Dana: pembayaran Penerima Dana milik (.+)\. Sebutkan satu dengan nomor teleponnya\.$/.exec(
      several.json.error,
    ) ?? []
  const named = phones.split(', ').map((one) => one.split(' ')[0] ?? '')
  const found = await Promise.all(named.map(async (one) => (await history(one)).json.lenderId))
  const byId = (a: number, b: number) => a - b
  expect(found.toSorted(byId)).toEqual(loan.fundings.map((funding) => funding.lenderId).toSorted(byId))
  const day = addDays(await businessToday(fixture().context.db), 1)
  expect((await history(phone, '--from', day)).json.movements).toEqual([])
  expect((await history(phone, '--from', day, '--until', addDays(day, -1))).exit).toBe(2)
})

test('OPS-02 the audit trail is searched by lender, also for reversals of their payments, by loan and by reason', async () => {
  const operationsOf = async (...args: string[]) =>
    (await operator(['--json', 'audit', 'search', ...args])).json.events.map(
      ({ operation }: { operation: string }) => operation,
    )
  const recorded = ['reverseRepayment', 'recordRepayment', 'disburseLoan']
  expect(await operationsOf('--phone', phone)).toEqual(expect.arrayContaining([...recorded, 'fundLoan']))
  expect(await operationsOf('--loan', loan.loanNumber)).toEqual(expect.arrayContaining(recorded))
  expect(await operationsOf('--phone', other().phone)).not.toContain('reverseRepayment')
  expect(await operationsOf('--reason', 'SALAH PINJAMAN')).toEqual(['reverseRepayment'])
  expect(await operationsOf('--reason', 'ke rene')).toEqual(['reverseRepayment'])
  expect(await operationsOf('--reason', 'never said')).toEqual([])
  expect((await operator(['audit', 'search', '--loan', 'NO-SUCH-LOAN'])).err).toContain('Tidak ada pinjaman')
  expect((await operator(['audit', 'search', '--loan', 'X', '--phone', phone])).exit).toBe(2)
})
