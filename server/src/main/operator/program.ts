import { Command, CommanderError } from 'commander'
import { collect, load } from '../collect.ts'
import { type AnyDistrict, everyDistrict } from '../districts.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { addCommands, broughtIn } from './add-commands.ts'
import { helpWords } from '../../operator/help.ts'
import { usageError } from '../../operator/usage-error.ts'
import { readCount, readText } from '../../operator/values.ts'

/** The parts of the help with their commands, in order; what is not named here comes last. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'Setiap hari': [
    'today',
    'proposals',
    'books',
    'bank',
    'deposits',
    'disbursements',
    'repayments',
    'withdrawals',
    'days',
    'tkb',
    'report',
  ],
  'Pemberi Dana': [
    'lenders',
    'limits',
    'account',
    'mandates',
    'risk-warning',
    'notifications',
    'confirmations',
    'statements',
  ],
  Pinjaman: [
    'loans',
    'offers',
    'borrowers',
    'loan-types',
    'products',
    'bulk-fundings',
    'auto-funding',
    'fundings',
  ],
  'Dana dan pajak': ['payouts', 'tax', 'ledger'],
  Perbaikan: ['repair', 'jobs', 'timestamps', 'documents'],
  'Orang kedua': ['staff', 'approvals', 'break-glass'],
  Pemasangan: ['doctor', 'audit', 'keys'],
}
const order = Object.values(parts).flat()

/**
 * The operator's command line on this terminal, with the commands of all districts.
 * @param args where they are given, only the commands that they may name are loaded, and of other groups the names
 */
export async function createProgram(
  terminal: Terminal,
  { districts = everyDistrict, args }: { districts?: readonly AnyDistrict[]; args?: readonly string[] } = {},
): Promise<Command> {
  const program = new Command('operator')
    .description(
      'Perintah bagi staf Penyelenggara. Kode keluar 0: dilakukan; 1: dilakukan, tetapi ada yang ditolak atau ditemukan; 2: tidak dilakukan.',
    )
    .option('--json', 'menjawab dengan satu baris JSON')
    .option('--operator <name>', 'siapa yang bertindak, untuk jejak audit', terminal.user)
    .option(
      '--proposal <number>',
      'bagi berkas: nomor usulan yang sudah diputuskan, yang dipakai mengimpornya',
      readCount(1e9),
    )
    .option(
      '--break-glass <reason>',
      'menjalankannya tanpa persetujuan orang kedua yang diminta aturan; semua administrator diberi tahu',
      readText(200),
    )
    .helpOption('-h, --help', 'menampilkan bantuan')
    .helpCommand('help [perintah]', 'menampilkan bantuan sebuah perintah')
    .configureHelp(helpWords)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
  const modules = await load(districts, ({ commands }) => commands)
  const brought = modules.map(({ district, part }) => ({ district, part: part.commands }))
  // It asks all districts, so none of them brings it.
  const own = ['today', async () => (await import('./today.ts')).addToday] as const
  const all = broughtIn([own, ...collect('the command', brought)]).toSorted(byPlace)
  await addCommands(program, terminal, { all, args })
  for (const [part, names] of Object.entries(parts))
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(`${part}:`)
  return program
}

/** Groups in the order of the help, each before the commands that other files add to it. */
const byPlace = (a: { words: string[] }, b: { words: string[] }): number =>
  placeOf(a.words) - placeOf(b.words) || a.words.length - b.words.length

function placeOf([group = '']: readonly string[]): number {
  const place = order.indexOf(group)
  return place < 0 ? order.length : place
}

/** Runs one command line. Commander's own exits (help, usage errors) are mapped to the exit codes of this program. */
export async function runOperator(terminal: Terminal, args: readonly string[]): Promise<void> {
  const json = args.includes('--json')
  const program = await createProgram(terminal, { args })
  forEachCommand(program, (command) =>
    command.configureOutput({
      outputError: (text, write) =>
        write(json ? `${JSON.stringify({ error: usageError(text.trim()) })}\n` : usageError(text)),
    }),
  )
  if (!json)
    forEachCommand(program, (command) => command.showHelpAfterError('Tambahkan --help untuk cara pakainya.'))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    terminal.exit(error.exitCode === 0 ? 0 : 2)
  }
}

/** Visits every command of the program, including groups. */
export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) forEachCommand(child, visit)
}
