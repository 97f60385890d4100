import { readdir, readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import { PassThrough } from 'node:stream'
import { englishOf } from '../../../testing/english.ts'
import { forEachCommand, createProgram, runOperator } from './program.ts'
import type { Terminal } from '../../operator/terminal.ts'

const terminal = (): Terminal & { exits: number[] } => {
  const exits: number[] = []
  return {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    isWatched: false,
    canAnswer: false,
    seat: { user: 'tester', host: 'test-machine', terminal: 'pts/7' },
    user: 'test',
    openContext: () => Promise.reject(new Error('no command was to be run')),
    environment: {},
    exit: (code) => exits.push(code),
    exits,
  }
}

/** Every command that is not a group, with its full name. */
function leaves(program: Command): { words: string; command: Command }[] {
  const found: { words: string; command: Command }[] = []
  forEachCommand(program, (command) => {
    if (command.commands.length > 0) return
    const names: string[] = []
    for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name())
    found.push({ words: names.join(' '), command })
  })
  return found
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (piece) => (text += piece) })
  command.outputHelp()
  return text
}

/** The arguments that a shell makes of a line with double quotes and a redirection. */
const shellWords = (line: string): string[] =>
  [...line.replace(/ [<>] \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

const reads =
  /^(today|doctor|loan-types list|products list|lenders (list|show|search|history|(class|identity) (list|show)|sessions|bank-account-requests|idle-cash|estate list)|limits show|(withdrawals|disbursements) open|bank (differences|lines|suspense)|books waiting|jobs (list|show)|fundings (waiting|show)|account events|days list|deposits (suspense|conflicts)|loans quote|statements lender|tkb .*|report .*)$/
/** Commands that only read, although their last word does not say so. */
const looks =
  /^(proposals (list|show)|break-glass list|staff list|approvals show|loans (list|show|fundings|ageing|vote (list|show))|mandates (list|show)|borrowers (list|show)|repayments (list|show)|bulk-fundings (list|show)|payouts waiting|timestamps waiting|documents verify|auto-funding (rounds|show|replay)|notifications failed|payouts list|tax list|confirmations (show|list)|lenders tax-number show|ledger (?!take-).*|audit (search|keys)|risk-warning (show|acceptances))$/
/** Commands that write and cannot be tried first. The help of each says why. */
const withoutDryRun = ['books audit']
const all = leaves(await createProgram(terminal()))

test.each(all)(
  'SRV-01 the help of the command $words is complete and its example parses',
  async ({ words }) => {
    // Only the groups are loaded that the words name.
    const program = await createProgram(terminal(), { args: words.split(' ') })
    const { command } = leaves(program).find((leaf) => leaf.words === words) ?? {}
    if (!command) throw new Error(`${words} is gone`)
    const help = helpOf(command)
    expect(command.description()).not.toBe('')
    for (const option of command.options) expect(option.description, option.flags).not.toBe('')
    expect(command.options.some(({ long }) => long === '--dry-run')).toBe(
      !reads.test(words) && !looks.test(words) && !withoutDryRun.includes(words),
    )
    expect(help.includes('\nTanpa --dry-run: ')).toBe(withoutDryRun.includes(words))

    const example = /Contoh:\n {2}npm run operator -- (.+)\n/.exec(help)?.[1] ?? ''
    expect(example.startsWith(words), example).toBe(true)
    let understood = 0
    command.action(() => {
      understood += 1
    })
    await program.parseAsync(shellWords(example), { from: 'user' })
    expect(understood).toBe(1)
  },
)

test.each(all)('OPS-08 the help of the command $words is in Indonesian', async ({ words }) => {
  const path = words.split(' ')
  const program = await createProgram(terminal(), { args: path })
  // Its group's help too, which lists it.
  for (const command of [
    program,
    ...program.commands,
    leaves(program).find((leaf) => leaf.words === words)?.command,
  ]) {
    const [help = ''] = (command ? helpOf(command) : 'the command is gone').split('\nContoh:\n')
    const said = help.replaceAll(/^Cara pakai: .*$|^ {2}\S(?:\S| \S)* {2,}/gm, '')
    expect([command?.name(), englishOf(said)]).toEqual([command?.name(), undefined])
  }
})

/** What nobody means: no number, no date, no name. */
const nonsense = [
  '',
  ' ',
  'nonsense',
  '-1',
  '1e9',
  '99999999999999999999',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '\0',
  "'; --",
  '\u202e',
  '0',
  '9'.repeat(300),
  'x'.repeat(3000),
]

test.each(all)(
  'SRV-01 OPS-08 the options of the command $words accept a nonsense value or report a usage error in Indonesian, and never fail otherwise',
  ({ command }) => {
    const parsers = [...command.options, ...command.registeredArguments].flatMap(
      ({ parseArg }) => parseArg ?? [],
    )
    for (const parse of parsers)
      for (const value of nonsense) {
        let thrown: unknown
        try {
          parse(value, undefined as never)
        } catch (error) {
          thrown = error
        }
        expect(thrown === undefined || thrown instanceof InvalidArgumentError, String(thrown)).toBe(true)
        // The parser itself says this one.
        if (thrown instanceof Error && !thrown.message.startsWith('Allowed choices are '))
          expect([value, englishOf(thrown.message)]).toEqual([value, undefined])
      }
  },
)

test('OPS-08 a group is loaded by its own name, so that no value of another command hides it', async () => {
  for (const group of new Set(all.map(({ words }) => words.split(' ')[0] ?? ''))) {
    const program = await createProgram(terminal(), { args: [group, 'loans', 'bank'] })
    expect(program.commands.map((command) => command.name())).toContain(group)
  }
})

/** What a usage error says, without what it quotes. */
async function usageErrorOf(args: readonly string[]): Promise<{ exits: number[]; said: string }> {
  const its = terminal()
  let said = ''
  its.stderr.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  await runOperator(its, args)
  return { exits: its.exits, said }
}

test.each(all)(
  'OPS-08 a usage error of the command $words is in Indonesian, has no stack, and exits with 2',
  async ({ words, command }) => {
    const path = words.split(' ')
    const values = [...command.options, ...command.registeredArguments].flatMap((one) =>
      one.parseArg ? ['', 'nonsense', '2026-02-30', "'; --"].map((value) => ({ one, value })) : [],
    )
    const wrong = [
      [...path, '--no-such-option'],
      [...path, ...Array.from({ length: command.registeredArguments.length + 1 }, () => 'x')],
      ...values.map(({ one, value }) =>
        'long' in one ? [...path, one.long ?? '', value] : [...path, '--', value],
      ),
    ]
    for (const args of wrong) {
      const { exits, said } = await usageErrorOf(args)
      // Some values are right for some options; those would run.
      if (said === '' || exits[0] === 0) continue
      if (said.includes('no command was to be run')) continue
      expect([args, exits, englishOf(said), /\n {4}at /.test(said)]).toEqual([
        ...[args, [2], undefined, false],
      ])
    }
  },
)

/** What the pages for operators, and those of files, write as a command: in a block, or within a sentence. */
async function commandsOfPages(): Promise<{ page: string; line: string }[]> {
  const groups = new Set(all.map(({ words }) => words.split(' ')[0]))
  const folders = [
    new URL('../../../../docs/operating/', import.meta.url),
    new URL('../../../../docs/', import.meta.url),
  ]
  const found: { page: string; line: string }[] = []
  for (const folder of folders)
    for (const page of (await readdir(folder)).filter((name) => name.endsWith('.md'))) {
      const text = (await readFile(new URL(page, folder), 'utf8')).replaceAll('\\\n', ' ')
      for (const [, line = ''] of text.matchAll(
        /(?:`|npm run operator -- |^pematang )([a-z][a-z-]* [a-z-][^`\n]*)/gm,
      ))
        if (groups.has(line.split(' ')[0])) found.push({ page, line: line.trim() })
    }
  return found
}

/** What is wrong with a command as a page writes it; values in capitals, and "…", stand for any. */
function faultOfLine(line: string): string | null {
  const [first = ''] = line.split(/ [|;&] | \|\| | && | # /)
  const words = shellWords(first)
  const leaf = all
    .filter((one) => `${words.join(' ')} `.startsWith(`${one.words} `))
    .toSorted((one, other) => other.words.length - one.words.length)[0]
  if (!leaf) return 'no such command'
  const known = [...leaf.command.options, ...rootOf(leaf.command).options]
  for (const [place, word] of words.entries()) {
    if (!word.startsWith('--')) continue
    const option = known.find(({ long }) => long === word)
    if (!option) return `no option ${word}`
    const value = option.required ? words[place + 1] : undefined
    if (value === undefined || /^[A-Z…]/.test(value)) continue
    try {
      option.parseArg?.(value, undefined as never)
    } catch {
      return `${word} takes no ${value}`
    }
  }
  return null
}
const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command)

test('SRV-01 OPS-08 the pages for operators name only commands, options and values that exist', async () => {
  const named = await commandsOfPages()
  expect(named.length).toBeGreaterThan(150)
  expect(
    named.flatMap((one) => (faultOfLine(one.line) === null ? [] : { ...one, fault: faultOfLine(one.line) })),
  ).toEqual([])
  for (const [wrong, fault] of [
    ['lenders tpo-up --phone 81', 'no such command'],
    ['repayments import payments.csv --reprot r', 'no option --reprot'],
    ['jobs list --state gone', '--state takes no gone'],
  ] as const)
    expect(faultOfLine(wrong)).toBe(fault)
})

test('SRV-01 help exits with 0 on standard output, and an unknown command with 2', async () => {
  for (const [args, exit] of [
    [['--help'], 0],
    [['loans', '--help'], 0],
    [['loans', 'import', '--help'], 0],
    [[], 2],
    [['loans'], 2],
    [['no-such-command'], 2],
    [['loans', 'import'], 2],
    [['loans', 'import', 'a', 'b'], 2],
    [['loans', 'import', 'a', '--no-such-option'], 2],
    [['lenders', 'top-up', '--phone', '81234567890', '--payment', 'X', '--amount', '1.000'], 2],
    [['lenders', 'tax-status', '--phone', '81234567890', '--status', 'OTHER'], 2],
  ] as const) {
    const its = terminal()
    await runOperator(its, [...args])
    expect([args, its.exits]).toEqual([args, [exit]])
  }
})

test('SRV-01 a usage error is reported as JSON with --json', async () => {
  const its = terminal()
  await runOperator(its, ['--json', 'loans', 'import'])
  const result = JSON.parse(String((its.stderr as PassThrough).read()))
  expect(result).toEqual({ error: "wajib diisi: argumen 'file'" })
})
