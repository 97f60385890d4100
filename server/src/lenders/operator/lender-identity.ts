import { refusals } from '@pematang/contract/refusals'
import { type Command, Option } from 'commander'
import { businessToday } from '../../books/index.ts'
import { identityFaults } from '../limits/identity.ts'
import { listUnidentified } from '../limits/unidentified.ts'
import { type FactsVersion, factsVersions } from '../profile/facts-store.ts'
import { showLender } from '../profile/find-lenders.ts'
import { storeLenderIdentity } from '../profile/lender-identity.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { momentText } from '../../operator/moment-text.ts'
import { addPageOptions, type PageOptions, pageResult } from '../../operator/pages.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readBirthDate, readDate, readDigits, readPhone, readText } from '../../operator/values.ts'
import { lenderOf } from './lender-of.ts'

const none = 'NONE'
const words = { YES: true, NO: false, NONE: null } as const

type Told = {
  phone: string
  birthDate?: string
  married?: keyof typeof words
  checkedOn?: string
  reference?: string
}

/** `lenders identity`: birth date or marriage of a lender, and the check of their identity. */
export function addLenderIdentity(lenders: Command, terminal: Terminal): void {
  const group = addGroup(
    lenders,
    'identity',
    'usia atau status nikah dan pemeriksaan identitas, yang diminta sebelum mendanai',
  )
  addCommand(group, {
    use: 'set',
    description:
      'mencatat tanggal lahir, status nikah, dan pemeriksaan identitas; yang tidak disebut tetap, versi sebelumnya tersimpan',
    example:
      'lenders identity set --phone 81234567890 --birth-date 1988-04-21 --checked-on 2026-11-20 --reference "e-KYC 4711"',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'nomor telepon Pemberi Dana', readPhone)
    .option(
      '--birth-date <date>',
      'tanggal lahir perorangan, YYYY-MM-DD; NONE menghapus',
      orNone(readBirthDate),
    )
    .addOption(new Option('--married <word>', 'status nikah; NONE menghapus').choices(Object.keys(words)))
    .option('--checked-on <date>', 'tanggal pemeriksaan, YYYY-MM-DD; NONE menghapus', orNone(readDate))
    .option(
      '--reference <text>',
      'nomor pemeriksaan dalam arsip, tanpa data pribadi; NONE menghapus',
      readText(100),
    )
    .action((told: Told, command: Command) => runCommand(terminal, command, (tools) => set(tools, told)))
  addPageOptions(
    addCommand(group, {
      use: 'list',
      description: 'Pemberi Dana aktif yang masih kurang untuk mendanai',
      example: 'lenders identity list',
      writes: false,
    }),
    readDigits(1, 16),
  ).action((options: PageOptions, command: Command) =>
    runCommand(terminal, command, async ({ context }) =>
      pageResult(
        'lenders',
        await listUnidentified(context.db, options),
        ({ phone, name, ageKnown, checked }) =>
          [
            `${phone}  ${name}`,
            ...(ageKnown ? [] : ['tanpa usia atau status nikah']),
            ...(checked ? [] : ['tanpa pemeriksaan identitas']),
          ].join(', '),
      ),
    ),
  )
  addCommand(group, {
    use: 'show',
    description: 'menampilkan semua versi, dan apa yang masih kurang untuk mendanai',
    example: 'lenders identity show --phone 81234567890',
    writes: false,
  })
    .requiredOption('--phone <digits>', 'nomor telepon Pemberi Dana', readPhone)
    .action(({ phone }: { phone: string }, command: Command) =>
      runCommand(terminal, command, (tools) => show(tools, phone)),
    )
}

const orNone =
  (read: (value: string) => string) =>
  (value: string): string =>
    value === none ? none : read(value)
const orNull = (value: string | undefined): string | null | undefined => (value === none ? null : value)

async function set({ context, act }: CommandTools, { phone, married, ...told }: Told) {
  if (Object.values({ married, ...told }).every((value) => value === undefined))
    throw new CommandError('Sebutkan yang akan dicatat.')
  const lenderId = await lenderOf(context, phone)
  const { version, changed } = await act(storeLenderIdentity, {
    lenderId,
    birthDate: orNull(told.birthDate),
    married: married && words[married],
    checkedOn: orNull(told.checkedOn),
    checkReference: orNull(told.reference),
  })
  const line = changed
    ? `versi ${version} dari identitas Pemberi Dana ${lenderId} dicatat`
    : `identitas Pemberi Dana ${lenderId} sudah demikian; tidak ada yang dilakukan`
  return { exit: 0 as const, lines: [line], data: { lenderId, version, changed } }
}

async function show({ context }: CommandTools, phone: string) {
  const { db } = context
  const lenderId = await lenderOf(context, phone)
  const versions = await factsVersions(db, lenderId)
  const [{ birthDate, married, checkedOn } = { birthDate: null, married: null, checkedOn: null }] = versions
  const isPerson = (await showLender(db, lenderId))?.corporate === false
  const day = await businessToday(db)
  const missing = identityFaults({ isPerson, birthDate, married: married === true, checkedOn, day })
  return {
    exit: 0 as const,
    lines: [
      ...versions.map(formatVersion),
      ...(versions.length === 0 ? [`identitas Pemberi Dana ${lenderId} belum tercatat`] : []),
      ...missing.map((code) => `masih kurang: ${refusals[code].sentence({})}`),
    ],
    data: { lenderId, versions, missing },
  }
}

function formatVersion({ version, keptAt, ...facts }: FactsVersion): string {
  const { birthDate, married, checkedOn, checkReference } = facts
  const marriage = married === null ? [] : [married ? 'menikah' : 'belum menikah']
  return [
    `versi ${version}: ${birthDate === null ? 'tanggal lahir belum ada' : `lahir ${birthDate}`}`,
    ...marriage,
    checkedOn === null ? 'identitas belum diperiksa' : `identitas diperiksa ${checkedOn} (${checkReference})`,
    `dicatat ${momentText(keptAt)}`,
  ].join(', ')
}
