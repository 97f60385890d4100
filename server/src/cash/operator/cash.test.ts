import { expect, test } from 'vitest'
import { bankPositions, cashOf } from '../../books/index.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { logIn, startApp } from '../../../testing/http.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { takeBackCash, takeOverCash } from '../testing.ts'
import { checkBalance } from '../withdrawal/bank-balance.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

const { fixture, operator, file } = operatorAtWork()

const header = 'lender_phone,bank,amount,as_of'
const asOf = '2026-01-31'
const cashFile = (...lines: string[]) => file(`${[header, ...lines].join('\n')}\n`)
const take = async (path: string, ...more: string[]) =>
  operator(['--json', 'lenders', 'cash', 'take-over', path, '--yes', ...more])
const back = (phone: string, ...more: string[]) =>
  operator([
    ...['--json', 'lenders', 'cash', 'take-back', '--phone', phone, '--bank', 'BNI'],
    ...['--reason', 'misread', ...more],
  ])
const cash = async (lenderId: number) => (await cashOf(fixture().context.db, lenderId)).available
const atBank = async () =>
  (await bankPositions(fixture().context.db, { 1: null, 2: null }, 1)).map(({ now }) => Number(now))
const rows = async () =>
  (
    await one<{ rows: number }>(
      fixture().context.db,
      'test.rows',
      `select (select count(*) from cash_opening) + (select count(*) from transfer where kind in ('CASH_OPENING', 'REVERSAL'))
              as rows`,
    )
  ).rows

test('VAL-05 the cash that lenders had at the former system is taken over once, and bank and books agree', async () => {
  const { context } = fixture()
  const [ana, budi] = [await aLender(context), await aLender(context, { cash: 50_000 })]
  const before = await atBank()
  const path = await cashFile(
    `${ana.phone},BNI,1250000,${asOf}`,
    `0${budi.phone},OTHER,750000,${asOf}`,
    `${budi.phone},BNI,1,${asOf}`,
  )
  const written = await rows()
  const dry = await operator(['lenders', 'cash', 'take-over', path, '--dry-run'])
  expect(dry).toMatchObject({ exit: 0 })
  expect(dry.out).toContain(
    'untuk ditandatangani per 2026-01-31: BNI 2 Pemberi Dana, Rp1.250.001 (satu juta dua ratus lima puluh ribu satu rupiah)',
  )
  expect(dry.out).toContain('OTHER 1 Pemberi Dana, Rp750.000 (tujuh ratus lima puluh ribu rupiah)')
  expect(await rows()).toBe(written)
  const asked = await operator(['lenders', 'cash', 'take-over', path])
  expect(asked).toMatchObject({ exit: 2, err: expect.stringContaining('Ambil alih per 2026-01-31: BNI') })
  expect(await rows()).toBe(written)

  expect(await take(path)).toMatchObject({ exit: 0, json: { taken: 3, known: 0, refused: 0 } })
  expect([await cash(ana.lenderId), await cash(budi.lenderId)]).toEqual([1_250_000, 800_001])
  expect(await atBank()).toEqual([(before[0] ?? 0) + 1_250_001, (before[1] ?? 0) + 750_000])
  const sums = [
    { bank: 'BNI', lenders: 2, amount: 1_250_001 },
    { bank: 'OTHER', lenders: 1, amount: 750_000 },
  ]
  // Without --yes too: nothing is new, so nothing is asked.
  expect(await operator(['--json', 'lenders', 'cash', 'take-over', path])).toMatchObject({
    ...{ exit: 0, json: { taken: 0, known: 3, banks: sums } },
  })
  expect(await rows()).toBe(written + 6)

  // Two hours later the bank states the balance of the books: nothing is missing, and nothing waits for a line.
  fixture().travel('2 hours')
  const { at } = await one<{ at: Date }>(context.db, 'test.now', 'select app_now() as at')
  const amount = (await atBank())[0] ?? 0
  const checked = await inTransaction(context.db, { repeatable: false }, (tx) =>
    checkBalance(tx, context, { methodPayment: 1, at, amount }),
  )
  fixture().travel(undefined)
  expect(checked).toMatchObject({ amount, expected: amount })
  expect((await operator(['deposits', 'suspense'])).exit).toBe(0)
})

test('VAL-05 of three imports of the cash at once one records each line', async () => {
  const lenders = await Promise.all([1, 2, 3, 4].map(() => aLender(fixture().context)))
  const path = await cashFile(...lenders.map(({ phone }) => `${phone},BNI,400000,${asOf}`))
  const runs = await Promise.all([take(path), take(path), take(path)])
  expect(runs.map(({ exit }) => exit)).toEqual([0, 0, 0])
  const sum = (count: 'taken' | 'known') => runs.reduce((total, { json }) => total + Number(json[count]), 0)
  expect([sum('taken'), sum('known')]).toEqual([4, 8])
  for (const { lenderId } of lenders) expect(await cash(lenderId)).toBe(400_000)
})

test('VAL-05 a line of an unknown or closed lender, of another day, or beyond the limits is refused; a suspended lender has their cash', async () => {
  const { context } = fixture()
  const [suspended, closed, full, twice] = await Promise.all([1, 2, 3, 4].map(() => aLender(context)))
  if (!suspended || !closed || !full || !twice) throw new Error('no lenders')
  expect((await operator(['lenders', 'suspend', '--phone', suspended.phone, '--reason', 'x'])).exit).toBe(0)
  expect((await operator(['lenders', 'close', '--phone', closed.phone, '--reason', 'x'])).exit).toBe(0)
  const path = await cashFile(
    `${suspended.phone},BNI,100000,${asOf}`,
    `${closed.phone},BNI,100000,${asOf}`,
    `89999999999,BNI,100000,${asOf}`,
    `${full.phone},BNI,0,${asOf}`,
    `${full.phone},BNI,1000000000000,${asOf}`,
    `${full.phone},BCA,100000,${asOf}`,
    `${full.phone},BNI,100000,2026-02-01`,
    `${twice.phone},OTHER,100000,${asOf}`,
    `${twice.phone},OTHER,200000,${asOf}`,
  )
  const done = await take(path)
  expect(done).toMatchObject({ exit: 1, json: { lines: 9, taken: 2, refused: 7 } })
  const refusals = done.json.refusals as { line: number; reason: string }[]
  expect(refusals.toSorted((a, b) => a.line - b.line)).toMatchObject([
    { line: 3, reason: expect.stringContaining('ditutup') },
    { line: 4, reason: expect.stringContaining('lender_phone: tidak ada yang terdaftar') },
    { line: 5 },
    { line: 6 },
    { line: 7 },
    { line: 8, reason: 'as_of juga disebut di baris 2, dengan hari lain' },
    { line: 10, reason: 'lender_phone juga disebut di baris 9, dengan jumlah lain di bank yang sama' },
  ])
  expect([await cash(suspended.lenderId), await cash(closed.lenderId), await cash(full.lenderId)]).toEqual([
    100_000, 0, 0,
  ])
  const future = await take(await cashFile(`${full.phone},BNI,100000,2099-01-01`))
  expect(future.json.refusals).toMatchObject([{ reason: expect.stringContaining('di masa depan') }])
  const nothing = { lenderId: full.lenderId, bank: 'BNI', amount: 0.5, asOf } as const
  const actor = { kind: 'operator', name: 'test' } as const
  await expect(perform(context, takeOverCash, { actor, input: nothing })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  })
  await expect(
    perform(context, takeOverCash, { actor, input: { ...nothing, amount: 1_000_000_000_000_001 } }),
  ).rejects.toThrow('akan memuat lebih dari')
})

test('VAL-05 cash that was taken over wrongly is taken back once, while the lender has it, and entered again', async () => {
  const { context } = fixture()
  const { phone, lenderId } = await aLender(context)
  const wrong = await cashFile(`${phone},BNI,5000000,${asOf}`)
  const right = await cashFile(`${phone},BNI,500000,${asOf}`)
  const before = await atBank()
  await take(wrong)
  const changed = await take(right)
  expect(changed).toMatchObject({ exit: 1, json: { taken: 0, refused: 1 } })
  expect(changed.json.refusals).toMatchObject([{ reason: expect.stringContaining('batalkan itu dahulu') }])
  expect(await back(phone, '--dry-run')).toMatchObject({ exit: 0, json: { amount: 5_000_000 } })
  expect(await cash(lenderId)).toBe(5_000_000)
  const runs = await Promise.all([back(phone), back(phone), back(phone)])
  expect(runs.filter(({ exit }) => exit === 0)).toHaveLength(1)
  expect((await back(phone)).json.error).toContain('dibatalkan sebelumnya')
  expect(await cash(lenderId)).toBe(0)
  expect(await atBank()).toEqual(before)
  // The file of before does not bring it back by mistake.
  expect((await take(wrong)).json.refusals).toMatchObject([{ reason: expect.stringContaining('--again') }])
  expect((await take(right)).json).toMatchObject({ taken: 1 })
  expect((await take(right)).json).toMatchObject({ taken: 0, known: 1 })
  expect(await cash(lenderId)).toBe(500_000)

  const again = await aLender(context)
  const same = await cashFile(`${again.phone},BNI,300000,${asOf}`)
  await take(same)
  await back(again.phone)
  expect((await take(same, '--again')).json).toMatchObject({ taken: 1 })
  expect(await cash(again.lenderId)).toBe(300_000)
  const actor = { kind: 'operator', name: 'test' } as const
  await expect(
    perform(context, takeBackCash, { actor, input: { ...again, bank: 'BNI', reason: ' ' } }),
  ).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

test('VAL-05 what a bank has beyond the lenders’ cash is taken over as the platform’s, paid out, and taken back while it is there', async () => {
  const { context } = fixture()
  const over = (balance: number, ...more: string[]) =>
    operator([
      ...['--json', 'ledger', 'take-over', '--bank', 'OTHER', '--balance', String(balance), '--as-of', asOf],
      ...more,
    ])
  const takeBack = () => operator(['--json', 'ledger', 'take-back', '--bank', 'OTHER', '--reason', 'misread'])
  const { phone } = await aLender(context)
  await take(await cashFile(`${phone},OTHER,2000000,${asOf}`))
  const lenders = await one<{ amount: number }>(
    context.db,
    'test.lenders_cash',
    `select sum(amount)::bigint as amount from cash_opening where method_payment = 2`,
  )
  const [, before] = await atBank()
  expect((await takeBack()).json.error).toContain('Tidak ada pengambilalihan')
  expect((await over(lenders.amount - 1, '--yes')).json.error).toContain('memiliki 1 rupiah kurang dari')
  expect((await over(lenders.amount, '--yes')).json.error).toContain('tidak lebih')
  expect(await over(lenders.amount + 5_000_000)).toMatchObject({ exit: 2 })
  expect((await atBank())[1]).toBe(before)
  const runs = await Promise.all([1, 2, 3].map(() => over(lenders.amount + 5_000_000, '--yes')))
  expect(runs.map(({ exit, json }) => [exit, json.amount])).toEqual([1, 2, 3].map(() => [0, 5_000_000]))
  expect(runs.filter(({ json }) => json.known === false)).toHaveLength(1)
  expect((await atBank())[1]).toBe((before ?? 0) + 5_000_000)
  expect((await over(lenders.amount + 6_000_000, '--yes')).json.error).toContain('batalkan itu dahulu')

  const paid = await operator([
    ...['--json', 'payouts', 'platform-cash', '--amount', '1500000', '--paid-on', '2026-02-10'],
    ...['--reference', 'X-1', '--method', '2', '--reason', 'tax of January'],
  ])
  expect(paid).toMatchObject({ exit: 0, json: { amount: 1_500_000, left: 3_500_000 } })
  expect((await takeBack()).json.error).toContain('Hanya tersisa 3500000 dari 5000000')
  expect(
    (await operator(['payouts', 'reverse', String(paid.json.payoutId), '--reason', 'sent back'])).exit,
  ).toBe(0)
  expect((await takeBack()).exit).toBe(0)
  expect((await takeBack()).json.error).toContain('dibatalkan sebelumnya')
  expect((await atBank())[1]).toBe(before)
  expect(await over(lenders.amount + 6_000_000, '--yes')).toMatchObject({
    exit: 0,
    json: { amount: 6_000_000 },
  })
})

test('VAL-05 what a lender has lent already is not taken back', async () => {
  const { context } = fixture()
  const { phone, lenderId } = await aLender(context)
  await take(await cashFile(`${phone},BNI,1000000,${asOf}`))
  const loan = await aLoan(context, { totalLoan: 1_000_000 })
  await reserveFunding(context, { lenderId, ...loan, amount: 400_000 })
  const refused = await back(phone)
  expect(refused).toMatchObject({ exit: 2 })
  expect(refused.json.error).toContain('hanya memiliki 600000 dari 1000000 rupiah')
  expect(await cash(lenderId)).toBe(600_000)
})

test('VAL-05 history, details, export and statement call it a balance taken over, and its correction too', async () => {
  const app = await startApp(fixture())
  try {
    const me = await logIn(fixture(), app)
    await take(await cashFile(`${me.phone},BNI,900000,${asOf}`))
    const rows = async () =>
      (await me.get('/transactions?limit=10')).json.list as {
        id: string
        isOpening: boolean
        isCorrection: boolean
      }[]
    const [row] = await rows()
    expect(row).toMatchObject({
      ...{ typeName: 'Top Up', amount: 900_000, status: 'Success', isOpening: true, isCorrection: false },
    })
    expect((await me.get(`/transactions/detail?id=${row?.id}&type=1`)).json).toEqual({
      kind: 'OPENING',
      asOf,
    })
    const [first, firstSteps] = [
      await me.get('/transactions?limit=10&reference=TOP'),
      await me.get('/lender/first-steps'),
    ]
    expect(first.json.list).toMatchObject([{ id: row?.id, isOpening: true }])
    expect(firstSteps.json).toMatchObject({ deposited: true })
    const text = async (path: string) => (await me.get(path)).bytes.toString('utf8')
    expect(await text('/transactions/export?format=csv')).toContain('Saldo Dialihkan')
    const today = await one<{ day: string }>(
      fixture().context.db,
      'test.today',
      'select business_day(app_now()) as day',
    )
    const statement = `/statements/account?${new URLSearchParams({ from: today.day, to: today.day }).toString()}`
    const before = await text(statement)
    expect(before).toContain('Saldo Dialihkan')
    expect(before).toContain('Dari sistem sebelumnya')
    expect(before).toMatch(/Top up dan saldo dialihkan.*900000/)

    await back(me.phone)
    expect((await rows())[0]).toMatchObject({ amount: -900_000, isOpening: true, isCorrection: true })
    expect(await text(statement)).toMatch(/Top up dan saldo dialihkan[^0-9\n]*0/)
  } finally {
    await app.close()
  }
})
