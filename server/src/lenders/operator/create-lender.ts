import { type Command, Option } from 'commander'
import { type Invitation, invitations } from '../auth/notify.ts'
import { createLender } from '../profile/create-lender.ts'
import { addCommand, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { readEmail } from '../../operator/email-value.ts'
import { addImport } from '../../operator/file-source.ts'
import { readName } from '../../operator/name-value.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readPhone } from '../../operator/values.ts'
import { lendersFile } from './files.ts'

/** `lenders create` and `lenders import`. */
export function addCreateLender(lenders: Command, terminal: Terminal): void {
  addCommand(lenders, {
    use: 'create',
    description:
      'mendaftarkan Pemberi Dana; sebuah pesan menjelaskan cara membuat kata sandi, yang tidak diketahui orang lain',
    example: 'lenders create --phone 81234567890 --name "Sri Lestari" --email sri@contoh.example',
    writes: true,
  })
    .requiredOption('--phone <digits>', 'nomor nasional, dengan atau tanpa +62', readPhone)
    .requiredOption('--name <name>', 'Pemberi Dana, atau orang yang bertindak bagi perusahaan', readName(100))
    .requiredOption('--email <address>', 'alamat tujuan pesan', readEmail)
    .option('--company <name>', 'menjadikannya Pemberi Dana badan usaha', readName(100))
    .option('--company-email <address>', 'e-mail perusahaan, bila berbeda', readEmail)
    .option('--pic <name>', 'penanggung jawab, bila bukan yang disebut --name', readName(100))
    .addOption(
      new Option('--invite <way>', 'cara memberi tahunya; kodenya sendiri dikirim dengan SMS')
        .choices(invitations)
        .default('SMS'),
    )
    .action((options: NewLenderOptions, command: Command) =>
      runCommand(terminal, command, (tools) => create(tools, options)),
    )
  addImport(lenders, terminal, {
    use: 'import <file>',
    description:
      'mendaftarkan Pemberi Dana dari sebuah berkas dengan segala yang diperlukan (docs/lender-file.md); berkas boleh diulang',
    example: 'lenders import lenders.csv --dry-run --report refused.jsonl',
    kind: lendersFile,
  }).option('--yes', 'menegaskan bahwa tidak ada yang dipotong sama sekali menurut perjanjian pajak')
}

type NewLenderOptions = {
  phone: string
  name: string
  email: string
  company?: string
  companyEmail?: string
  pic?: string
  invite: Invitation
}

async function create({ act }: CommandTools, options: NewLenderOptions) {
  const { phone, name, email, company, companyEmail, pic, invite } = options
  if (company === undefined && (companyEmail !== undefined || pic !== undefined))
    throw new CommandError(
      '--company-email dan --pic milik perusahaan: sebutkan perusahaannya dengan --company.',
    )
  const { lenderId } = await act(createLender, {
    phone,
    name: company ?? name,
    email,
    userTypeId: company ? 3 : 1,
    invite,
    ...(company
      ? {
          institution: {
            companyName: company,
            companyEmail: companyEmail ?? email,
            picFullName: pic ?? name,
            picPhone: phone,
          },
        }
      : {}),
  })
  return {
    exit: 0 as const,
    lines: [
      `Pemberi Dana ${lenderId} terdaftar; ${invite === 'SMS' ? 'SMS' : 'e-mail'} menjelaskan cara membuat kata sandi`,
    ],
    data: { lenderId },
  }
}
