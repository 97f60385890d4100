import { createInterface } from 'node:readline/promises'
import { phoneField } from '@pematang/contract/fields'
import type { Command } from 'commander'
import * as z from 'zod'
import { nationalNumber } from '../auth/index.ts'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import { maybe } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { createLender } from '../profile/index.ts'
import { CommandError, type CommandTools, runCommand } from './command.ts'

type NewLenderOptions = {
  phone: string
  name: string
  email: string
  company?: string
  companyEmail?: string
}

/** `lenders create` and `lenders top-up`. */
export function addLenders(program: Command): void {
  const lenders = program.command('lenders').description('who lends')
  lenders
    .command('create')
    .description('register a lender; the password is read from the first line of standard input')
    .requiredOption('--phone <digits>', 'national number, without +62')
    .requiredOption('--name <name>', 'the lender, or who acts for the company')
    .requiredOption('--email <address>')
    .option('--company <name>', 'makes it a corporate lender')
    .option('--company-email <address>')
    .action((options: NewLenderOptions, command: Command) =>
      runCommand(command, (tools) => create(tools, options)),
    )
  lenders
    .command('top-up')
    .description('record money that came in through a bank, once for each payment id')
    .requiredOption('--phone <digits>')
    .requiredOption('--amount <rupiah>', 'whole rupiah, digits only')
    .requiredOption('--payment <id>', "the bank's own id of the payment")
    .option('--bank <code>', 'BNI or OTHER', 'BNI')
    .action((options: TopUpOptions, command: Command) =>
      runCommand(command, (tools) => topUp(tools, options)),
    )
}

/** Section 5 of the specification: 8 to 99 characters with an upper-case letter, a lower-case letter and a digit. */
const goodPassword = (password: string): boolean =>
  password.length >= 8 &&
  password.length <= 99 &&
  /[A-Z]/.test(password) &&
  /[a-z]/.test(password) &&
  /\d/.test(password)

async function create({ context, operator }: CommandTools, options: NewLenderOptions) {
  const phone = readPhone(options.phone)
  const email = z.email().safeParse(options.email)
  if (!email.success) throw new CommandError(`${options.email} is not an e-mail address.`)
  const password = await readFirstLine()
  if (!goodPassword(password)) {
    throw new CommandError(
      'The password needs 8 to 99 characters with an upper-case letter, a lower-case letter and a digit.',
    )
  }
  const { lenderId } = await perform(context, createLender, {
    actor: { kind: 'operator', name: operator },
    input: {
      phone,
      name: options.company ?? options.name,
      email: email.data,
      userTypeId: options.company ? 3 : 1,
      passwordHash: await context.passwords.hash(password),
      ...(options.company
        ? {
            institution: {
              companyName: options.company,
              companyEmail: options.companyEmail ?? email.data,
              picFullName: options.name,
              picPhone: phone,
            },
          }
        : {}),
    },
  })
  return { exit: 0 as const, lines: [`lender ${lenderId} is registered`], data: { lenderId } }
}

type TopUpOptions = { phone: string; amount: string; payment: string; bank: string }

async function topUp({ context, operator }: CommandTools, options: TopUpOptions) {
  const phone = readPhone(options.phone)
  const amount = Number(options.amount)
  if (!/^[1-9]\d*$/.test(options.amount) || !Number.isSafeInteger(amount)) {
    throw new CommandError(`${options.amount} is not an amount in whole rupiah.`)
  }
  if (options.bank !== 'BNI' && options.bank !== 'OTHER') throw new CommandError('The bank is BNI or OTHER.')
  const lender = await maybe<{ id: number }>(
    context.db,
    'cli.lender',
    'select id from lender where phone = $1',
    [phone],
  )
  if (!lender) throw new CommandError(`Nobody is registered with ${phone}.`)
  const { credited } = await perform(context, creditTopUp, {
    actor: { kind: 'operator', name: operator },
    input: { bank: options.bank, paymentRequestId: options.payment, lenderId: lender.id, amount },
  })
  const line = credited ? `${amount} credited` : 'this payment was credited before; nothing was done'
  return { exit: 0 as const, lines: [line], data: { credited } }
}

function readPhone(text: string): string {
  if (!z.safeParse(phoneField, text).success)
    throw new CommandError(`${text} is not a phone number: 8 to 20 digits.`)
  return nationalNumber(text)
}

/** A password on the command line would be seen in the list of processes. */
async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}
