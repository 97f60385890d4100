import type { LenderFacts } from '../doors/lender.ts'
import type { OperatorDoor } from '../doors/operator.ts'
import { secondPairRule, type StaffRight } from '../../model/second-pair.ts'
import { loanType } from './offers.ts'

export const password = 'Sawah-Terasering-7'
const taxes = [
  { status: 'DOMESTIC', ppm: 150_000 },
  { status: 'NO_TAX_NUMBER', ppm: 300_000 },
  { status: 'FOREIGN', ppm: 200_000 },
] as const

/** The part of their yearly income that lenders may have lent: a little for the second of each island. */
const incomeShare = 0.2
const limitOf = (place: number) => (place % 100 === 1 ? 800_000 : 100_000_000_000)

export async function prepareRules(operator: OperatorDoor): Promise<void> {
  await operator.must(['loan-types', 'add', loanType])
  const shares = ['--lender-share', '--supervised-share', '--non-professional-share'].flatMap((one) => [
    one,
    'off',
  ])
  await operator.must([
    ...['limits', 'set', '--from', 'today', '--professional-income', String(incomeShare), ...shares],
    ...['--reason', 'for the proof', '--yes'],
  ])
}

const staffOf = (island: number): string[] => ['A', 'B', 'C'].map((letter) => `Staf ${island}${letter}`)

export const peopleOf = (island: number): Map<string, Set<StaffRight>> =>
  new Map(staffOf(island).map((name) => [name, new Set<StaffRight>(['WORK', 'DECIDE'])]))

/** Adds the staff of all islands, and two beside them who stay, and the rule that asks for a second pair. */
export async function prepareStaff(operator: OperatorDoor, islands: number): Promise<void> {
  const all = Array.from({ length: islands }, (_, island) => staffOf(island)).flat()
  const named = [
    ...['Kepala A', 'Kepala B'].map((name) => [name, ',ADMIN']),
    ...all.map((name) => [name, '']),
  ]
  for (const [name = '', more = ''] of named) {
    const email = `${name.toLowerCase().replace(' ', '.')}@contoh.example`
    await operator.must([
      'staff',
      'add',
      '--name',
      name,
      '--email',
      email,
      '--rights',
      `LOOK,WORK,DECIDE${more}`,
    ])
  }
  const { deciders, largeFrom, largeDeciders, hours } = secondPairRule
  await operator.must([
    ...['approvals', 'set', '--operation', 'creditTopUp', '--deciders', String(deciders)],
    ...['--large-from', String(largeFrom), '--large-deciders', String(largeDeciders)],
    ...['--hours', String(hours), '--reason', 'for the proof'],
  ])
}

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
  const limit = limitOf(place)
  const { status, ppm } = taxes[place % taxes.length] ?? taxes[0]
  await operator.must([
    ...['lenders', 'create', ...lender, '--name', holder, '--email', `l${phone}@contoh.example`],
  ])
  // The last lender of each island signs by hash, as a mandate needs it.
  const isAutomatic = place % 100 === 3
  if (isAutomatic) await operator.must(['lenders', 'signer', ...lender, '--provider', 'XIGNATURE'])
  // The first lender of each island.
  const hasAdditional = place % 100 === 0
  if (hasAdditional) await operator.must(['lenders', 'additional-cash-account', ...lender])
  await operator.must(['lenders', 'bulk-funding', 'on', ...lender])
  await operator.must(['risk-warning', 'record', ...lender, '--evidence', 'contract'])
  await operator.must([
    ...['lenders', 'class', 'set', ...lender, '--evidence', 'archive', '--valid-until', '2099-12-31'],
    ...['--kind', 'NON_RESIDENT', '--income', String(limit / incomeShare)],
  ])
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
  return { name: phone, phone, password, numbers, account, taxPpm: ppm, limit, hasAdditional, isAutomatic }
}
