import type { LenderFacts } from '../doors/lender.ts'
import type { OperatorDoor } from '../doors/operator.ts'
import { loanType } from './offers.ts'

export const password = 'Sawah-Terasering-7'
const taxes = [
  { status: 'DOMESTIC', ppm: 150_000 },
  { status: 'NO_TAX_NUMBER', ppm: 300_000 },
  { status: 'FOREIGN', ppm: 200_000 },
] as const

export const prepareTypes = (operator: OperatorDoor): Promise<unknown> =>
  operator.must(['loan-types', 'add', loanType])

/** Registers a lender as an operator does: numbers at both banks, an account for withdrawals, a tax status. */
export async function register(operator: OperatorDoor, place: number): Promise<LenderFacts> {
  const phone = String(81_500_000_000 + place)
  const holder = `Pemberi Dana ${place}`
  const lender = ['--phone', phone]
  const customer = String(place + 1).padStart(10, '0')
  const numbers = { 1: `98800${customer}`, 2: `77700${customer}` }
  // Every other account is at the paying bank itself, which charges no fee for such a transfer.
  const account = {
    number: `77${String(place).padStart(8, '0')}`,
    holder,
    code: place % 2 === 0 ? '009' : '014',
    method: 1 as const,
  }
  const { status, ppm } = taxes[place % taxes.length] ?? taxes[0]
  await operator.must([
    ...['lenders', 'create', ...lender, '--name', holder, '--email', `l${phone}@contoh.example`],
  ])
  await operator.must(['risk-warning', 'record', ...lender, '--evidence', 'contract'])
  await operator.must(['lenders', 'tax-status', ...lender, '--status', status])
  await operator.must([
    ...['lenders', 'bank-account', ...lender, '--number', account.number, '--holder', holder],
    ...['--code', account.code, '--bank', 'Bank', '--branch', 'Jakarta', '--method', '1'],
  ])
  for (const [method, code] of [
    [1, '009'],
    [2, '999'],
  ] as const) {
    await operator.must([
      ...['lenders', 'virtual-account', 'add', numbers[method], ...lender, '--method', String(method)],
      ...['--code', code, '--bank', 'Bank', '--holder', holder],
    ])
  }
  return { name: phone, phone, password, numbers, account, taxPpm: ppm }
}
