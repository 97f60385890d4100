import type { ChangeLine } from '@pematang/contract/staff/fields'
import { Refusal } from '../../platform/refusal.ts'
import { type Action, type Decidable, decidable } from '../../staff/index.ts'
import { collect, load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'
import { fileAccepted } from './file-accepted.ts'
import { fileKinds } from './file-kinds.ts'
import { gatedCommands } from './gated-commands.ts'

/** The actions of the console by their names, and the commands that are decided there by their operations. */
export type Actions = {
  byName: ReadonlyMap<string, Action>
  /** @throws Refusal NOT_FOUND */
  named(name: string): Action
  /** The title of an operation; its name where there is none. */
  titleOf: (operation: string) => string
  /** The command of a proposal, told in words; where there is no action for it, by the names of its properties. */
  ofProposal(proposal: { operation: string; input: unknown }): Decidable | undefined
}

export async function loadActions(): Promise<Actions> {
  const modules = await load(everyDistrict, ({ actions }) => actions)
  const byName = collect(
    'the action',
    modules.map(({ district, part }) => ({
      district,
      part: Object.fromEntries(part.actions.map((one) => [one.name, one])),
    })),
  )
  const others = [...(await gatedCommands()).values()].map((command) =>
    decidable<unknown, unknown>(command as never, {
      title: titles[command.operation] ?? command.operation,
    }),
  )
  const all: readonly Decidable[] = [...byName.values(), fileAccepted(await fileKinds()), ...others]
  const titleOf = (operation: string): string =>
    all.find((one) => one.operation === operation)?.title ?? titles[operation] ?? operation
  const inWords = new Map([...byName].map(([name, one]) => [name, withTitles(one, titleOf)]))
  const decidables = all.map((one) => withTitles(one, titleOf))
  return {
    byName: inWords,
    named(name) {
      const found = inWords.get(name)
      if (!found) throw new Refusal('NOT_FOUND')
      return found
    },
    titleOf,
    ofProposal: ({ operation, input }) =>
      decidables.find((one) => one.operation === operation && one.takes(input)),
  }
}

/** An operation that a form is about, as of a rule, is told by its title. */
function withTitles<Of extends Decidable>(one: Of, titleOf: Actions['titleOf']): Of {
  const titled = (lines: readonly ChangeLine[]) =>
    lines.map(({ label, ...line }) => ({ label: titleOf(label), ...line }))
  return {
    ...one,
    async foresee(...given) {
      const { lines, ...rest } = await one.foresee(...given)
      return { ...rest, lines: titled(lines) }
    },
    recall: (...given) => titled(one.recall(...given)),
    says: (input) =>
      Object.fromEntries(
        Object.entries(one.says(input)).map(([label, text]) => [
          label,
          text?.split(', ').map(titleOf).join(', ') ?? null,
        ]),
      ),
    perform: async (...given) => titled(await one.perform(...given)),
  }
}

/** Loads the actions once for the process that serves the console. */
export function actionsOf(): () => Promise<Actions> {
  let loaded: Promise<Actions> | undefined
  return () => (loaded ??= loadActions())
}

/** What is proposed on the command line alone and decided in the console, and what is done there without a form. */
const titles: Readonly<Record<string, string>> = {
  acceptLateEntry: 'Terima catatan jejak yang terlambat',
  confirmProposal: 'Benarkan usulan',
  decideProposal: 'Setujui usulan',
  expireProposals: 'Akhiri usulan yang lewat batas waktu',
  importLender: 'Impor Pemberi Dana',
  importLoans: 'Impor pinjaman',
  matchBankLine: 'Cocokkan baris mutasi',
  openLenderPage: 'Buka halaman Pemberi Dana',
  propose: 'Ajukan usulan',
  refuseProposal: 'Tolak usulan',
  revealField: 'Buka data pribadi',
  settleFunding: 'Selesaikan pendanaan',
  storeTaxSlip: 'Simpan bukti potong',
  takeOverBank: 'Ambil alih saldo bank',
  takeOverCash: 'Ambil alih dana',
  takeOverLoan: 'Ambil alih pinjaman',
  uploadBulkProduct: 'Unggah product',
  withdrawProposal: 'Tarik usulan',
  withdrawTaxSlip: 'Tarik bukti potong',
}
