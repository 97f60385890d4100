import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'

let stage: BankScenario
let operator: ReturnType<typeof operatorOn>
beforeAll(async () => {
  stage = await aBankScenario()
  operator = operatorOn(stage.fixture)
})
afterAll(async () => {
  expect(await stage.fixture.books()).toEqual([])
  await stage.close()
})
const cash = async (lenderId: number) => (await cashOf(stage.fixture.context.db, lenderId)).available

test('DEP-03 SRV-01 the operator lists payments in suspense and assigns one to its lender once', async () => {
  const { lenderId, phone } = await aDepositor(stage.fixture)
  const { phone: other } = await aLender(stage.fixture.context)
  expect(await operator(['deposits', 'suspense'])).toMatchObject({
    exit: 0,
    out: '0 ditampilkan\n0 pembayaran, 0 rupiah\n',
  })
  await stage.bni.pay({ id: 'cli-1', number: '988009999999999', amount: 750_000 })
  const listed = await operator(['--json', 'deposits', 'suspense'])
  expect(listed).toMatchObject({ exit: 1, json: { total: 750_000 } })
  const [item] = listed.json.suspense as { paymentId: string; reason: string }[]
  expect(item?.reason).toBe('NUMBER_UNKNOWN')
  expect((await operator(['deposits', 'suspense'])).out).toContain('   988009999999999')

  const before = await cash(lenderId)
  const assign = (...more: string[]) =>
    operator(['deposits', 'assign', item?.paymentId ?? '', '--note', 'slip seen', ...more])
  expect((await assign('--phone', phone, '--dry-run')).out).toContain('Uji coba')
  expect(await cash(lenderId)).toBe(before)
  const named = `Pemberi Dana ${lenderId} (Pemberi Dana ${phone.slice(-4)})`
  expect((await assign('--phone', phone)).out).toBe(`750000 rupiah sekarang milik ${named}\n`)
  expect(await assign('--phone', phone)).toMatchObject({ exit: 0 })
  expect(await cash(lenderId)).toBe(before + 750_000)
  expect(await assign('--phone', other)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Pemberi Dana lain'),
  })
  expect(await assign('--phone', '89999999999')).toMatchObject({ exit: 2 })
  const nobody = [
    'deposits',
    'assign',
    '0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e',
    '--note',
    'x',
    '--phone',
    phone,
  ]
  expect(await operator(nobody)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Tidak ada pembayaran'),
  })
  expect((await operator(['deposits', 'suspense'])).exit).toBe(0)
})

test('DEP-03 SRV-01 `deposits conflicts` lists payments that a bank reported with different details', async () => {
  const { numbers } = await aDepositor(stage.fixture)
  expect(await operator(['deposits', 'conflicts'])).toMatchObject({ exit: 0, out: '0 ditampilkan\n' })
  await stage.bni.pay({ id: 'cli-2', number: numbers[1], amount: 100_000 })
  expect((await stage.bni.pay({ id: 'cli-2', number: numbers[1], amount: 900_000 })).code).toBe('4042518')
  const result = await operator(['deposits', 'conflicts', '--days', '1'])
  expect(result.exit).toBe(1)
  expect(result.out).toMatch(
    /BNI cli-2\n {2}pertama  100000 rupiah untuk "\s+\d+", referensi .*\n {2}kemudian 900000 rupiah untuk "\s+\d+".*\n1 ditampilkan/,
  )
})

test('FIX-14 `deposits reverse` moves a top-up from the wrong lender to the right one', async () => {
  const [wrong, right] = [await aDepositor(stage.fixture), await aDepositor(stage.fixture)]
  await stage.bni.pay({ id: 'cli-3', number: wrong.numbers[1], amount: 320_000 })
  const reverse = (...more: string[]) =>
    operator(['--json', 'deposits', 'reverse', '--payment', 'cli-3', '--reason', 'wrong slip', ...more])
  expect((await reverse('--dry-run')).exit).toBe(0)
  expect(await cash(wrong.lenderId)).toBe(320_000)
  const done = await reverse()
  expect(done).toMatchObject({ exit: 0, json: { amount: 320_000, lenderId: wrong.lenderId, owed: 0 } })
  expect(await cash(wrong.lenderId)).toBe(0)
  expect(await reverse()).toMatchObject({ exit: 2 })
  const { suspensePaymentId } = done.json as { suspensePaymentId: string }
  expect((await operator(['deposits', 'suspense'])).out).toContain('REVERSED')
  await operator(['deposits', 'assign', suspensePaymentId, '--phone', right.phone, '--note', 'slip seen'])
  expect(await cash(right.lenderId)).toBe(320_000)
  expect(await operator(['deposits', 'reverse', '--payment', 'cli-3'])).toMatchObject({ exit: 2 })
})

test('VAL-13 `deposits return` of a billion asks with the sum in words', async () => {
  await stage.bni.pay({ id: 'cli-large', number: '988009999999998', amount: 1_000_000_000 })
  const listed = await operator(['--json', 'deposits', 'suspense'])
  const item = (listed.json.suspense as { paymentId: string; amount: number }[]).find(
    ({ amount }) => amount === 1_000_000_000,
  )
  const back = [
    '--json',
    'deposits',
    'return',
    item?.paymentId ?? '',
    '--reference',
    'B-1',
    '--note',
    'asked',
  ]
  const asked = await operator(back)
  expect(asked).toMatchObject({ exit: 2 })
  expect(asked.json.error).toContain('Rp1.000.000.000 (satu miliar rupiah)? Sebutkan --yes')
  expect((await operator(['--json', 'deposits', 'suspense'])).json.suspense).toContainEqual(item)
  expect((await operator([...back, '--yes'])).json).toMatchObject({ returned: true, amount: 1_000_000_000 })
  expect((await operator(back)).json).toMatchObject({ returned: false })
})
