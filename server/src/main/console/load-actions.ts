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
  return {
    byName,
    named: (name) => {
      const found = byName.get(name)
      if (!found) throw new Refusal('NOT_FOUND')
      return found
    },
    titleOf: (operation) =>
      all.find((one) => one.operation === operation)?.title ?? titles[operation] ?? operation,
    ofProposal: ({ operation, input }) => all.find((one) => one.operation === operation && one.takes(input)),
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
