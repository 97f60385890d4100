import type { Context } from '../../context.ts'
import { creditTopUp } from '../../deposit/credit-top-up.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { assignVirtualAccount, createLender, type NewLender, virtualAccountsOf } from '../../profile/index.ts'

export type Person = Omit<NewLender, 'passwordHash'> & {
  /** Rupiah, beside what the history of loans asks for. */
  topUp: number
  /** False for those who only lend beside the others. */
  logsIn: boolean
}

const bankOf = (name: string, number: number) => ({
  accountName: name,
  accountNumber: String(number).padStart(10, '0'),
  bankBranch: 'Jakarta',
  bankCode: '009',
  bankName: 'BNI',
  methodPayment: 1 as const,
})

const beside = (phone: string, name: string, number: number): Person => ({
  phone,
  name,
  email: `${phone}@contoh.example`,
  userTypeId: 1,
  bank: bankOf(name, number),
  topUp: 0,
  logsIn: false,
})

/** The lenders of the demo world. The first two are for whoever tries it out. */
export const people: readonly Person[] = [
  {
    phone: '81234567890',
    name: 'Ratna Wirasena',
    email: 'ratna@contoh.example',
    userTypeId: 1,
    bank: bankOf('Ratna Wirasena', 1),
    topUp: 250_000_000,
    logsIn: true,
  },
  {
    phone: '81234567891',
    name: 'PT Lumbung Sentosa Contoh',
    email: 'dana@contoh.example',
    userTypeId: 3,
    institution: {
      companyName: 'PT Lumbung Sentosa Contoh',
      companyEmail: 'dana@contoh.example',
      picFullName: 'Bagas Adiwangsa',
      picPhone: '81234567891',
    },
    bank: bankOf('PT Lumbung Sentosa Contoh', 2),
    topUp: 45_000_000_000,
    logsIn: true,
  },
  beside('81234567892', 'Dimas Adikara', 3),
  beside('81234567893', 'Intan Maharatri', 4),
  beside('81234567894', 'Gilang Pradipta', 5),
  beside('81234567895', 'Laras Kinasih', 6),
]

/** The demo world's password is shown at the start; it is no secret. */
export const password = 'Pematang2026'

/** A hash that no password has, for those who never log in: hashing is slow on purpose. */
const noPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Registers those who are not there yet. @returns their ids by phone */
export async function welcome(context: Context, actor: Actor): Promise<Map<string, number>> {
  const known = await idsOf(context)
  for (const { topUp: _, logsIn, ...person } of people) {
    if (known.has(person.phone)) continue
    const passwordHash = logsIn ? await context.passwords.hash(password) : noPassword
    await perform(context, createLender, { actor, input: { ...person, passwordHash } })
  }
  return idsOf(context)
}

/** Gives each lender a number to pay in to at each bank that calls us: its service, and the digits of the phone. */
export async function giveNumbers(
  context: Context,
  actor: Actor,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, name } of people) {
    const lenderId = ids.get(phone)
    if (lenderId === undefined) throw new Error(`there is no lender ${phone}`)
    const known = await virtualAccountsOf(context.db, lenderId)
    for (const { methodPayment, name: bankName, inbound, outbound } of context.banks) {
      const [service = ''] = inbound.serviceIds
      if (known.some((account) => account.methodPayment === methodPayment)) continue
      const own = phone.slice(service.length - 15).padStart(15 - service.length, '0')
      const bankCode = outbound?.bankCode ?? (methodPayment === 1 ? '009' : '999')
      const account = { number: service + own, methodPayment, bankCode, bankName, accountName: name }
      await perform(context, assignVirtualAccount, { actor, input: { lenderId, ...account } })
    }
  }
}

async function idsOf({ db }: Context): Promise<Map<string, number>> {
  const rows = await many<{ phone: string; id: number }>(
    db,
    'demo.lenders',
    'select phone, id from lender where phone = any($1)',
    [people.map(({ phone }) => phone)],
  )
  return new Map(rows.map(({ phone, id }) => [phone, id]))
}

/** Gives everybody his cash, once: what he starts with, and what he lent in the history, by phone. */
export async function fillPurses(
  context: Context,
  actor: Actor,
  ids: ReadonlyMap<string, number>,
  lent: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { phone, topUp } of people) {
    const lenderId = ids.get(phone)
    if (lenderId === undefined) throw new Error(`there is no lender ${phone}`)
    for (const [name, amount] of [
      ['history-', lent.get(phone) ?? 0],
      ['', topUp],
    ] as const) {
      const input = { bank: 'BNI' as const, paymentRequestId: `demo-${name}${phone}`, lenderId, amount }
      if (amount > 0) await perform(context, creditTopUp, { actor, input })
    }
  }
}
