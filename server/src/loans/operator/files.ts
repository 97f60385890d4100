import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Context } from '../../context.ts'
import { askOfLarge } from '../../operator/ask-first.ts'
import { type AnyFileKind, fileKind } from '../../operator/files/index.ts'
import { type ActorOf, auditAlone } from '../../platform/audit/audit.ts'
import { columnNames } from '../../platform/csv/table.ts'
import { disbursementTable } from '../disbursement/table.ts'
import { importDisbursements } from '../disbursement/import-file.ts'
import { cancelLoanFile, cancelTable } from '../offers/cancel-file.ts'
import { checkLoanFile, type ImportReport, importLoanFile } from '../offers/import-file.ts'
import { LOAN_COLUMNS } from '../offers/csv/index.ts'
import { OfferableLoans } from '../offers/offerable-loans.ts'
import { onlyConfirmed } from '../offers/names.ts'
import { type PublishedFile, publishLoanFile } from '../offers/publish-file.ts'
import { publishLoans } from '../offers/publish-loans.ts'
import { importRepayments, type RepaymentReport } from '../repayment/import-file.ts'
import { repaymentTable } from '../repayment/table.ts'
import { importReversals, reversalTable } from '../reversals/import-file.ts'
import { importWriteOffs, writeOffTable } from '../terms/import-file.ts'
import { askToGiveBack, formatMoneyBack } from './money-back.ts'
import { partsInWords } from './parts-in-words.ts'

const noneOffered: PublishedFile = { published: 0, withoutConsent: 0 }
const count = (number: number): string => number.toLocaleString('id-ID')
const unusual = {
  name: 'yes',
  label: 'Baris yang tidak biasa (jumlah, tanggal) sudah diperiksa dan memang benar',
}

export const loansFile = fileKind({
  command: 'loans import',
  title: 'Pinjaman baru',
  columns: Object.values(LOAN_COLUMNS).map(({ name }) => name),
  options: [{ name: 'publish', label: 'Langsung tawarkan di marketplace' }],
  task: (
    { context, actor, act },
    { publish, newLoanType }: { publish?: boolean; newLoanType?: string[] },
  ) => {
    const newTypeOf = (loanType: string) => onlyConfirmed(loanType, newLoanType)
    return {
      task: 'mengimpor',
      changesKnown: true,
      async work(input, { dryRun, ...reading }): Promise<ImportReport & PublishedFile> {
        if (dryRun) {
          const found = await checkLoanFile(context, input, { ...reading, newTypeOf })
          const { offerable, withoutConsent, ...report } = found
          return { ...report, ...(publish ? { published: offerable, withoutConsent } : noneOffered) }
        }
        const offerable = new OfferableLoans()
        const report = await importLoanFile(context, input, { actor, ...reading, newTypeOf, offerable })
        if (!publish) return { ...report, ...noneOffered }
        return { ...report, ...(await publishLoanFile(offerable, (part) => act(publishLoans, part))) }
      },
      describe: ({ lines, imported, known, refused, published, withoutConsent }) =>
        `${lines} baris: ${imported} diimpor, ${known} sudah dikenal, ${refused} ditolak` +
        (publish ? `; ${published} ditawarkan di marketplace` : '') +
        (withoutConsent > 0 ? `, ${withoutConsent} tidak: diimpor tanpa persetujuan Penerima Dananya` : ''),
    }
  },
  tells: ({ imported, published, withoutConsent }) => ({
    'Pinjaman diimpor': count(imported),
    ...(published > 0 ? { 'Ditawarkan di marketplace': count(published) } : {}),
    ...(withoutConsent > 0 ? { 'Tanpa persetujuan Penerima Dana': count(withoutConsent) } : {}),
  }),
})

type Asks = { yes?: boolean }

export const disbursementsFile = fileKind({
  command: 'disbursements import',
  title: 'Pencairan pinjaman',
  columns: columnNames(disbursementTable),
  options: [unusual],
  task: ({ context, actor }, { yes }: Asks) => ({
    task: 'mencairkan',
    work: (input, reading) => importDisbursements(context, actor, input, { ...reading, asks: !yes }),
    describe: ({ lines, taken, known, refused, amount }) =>
      `${lines} baris: ${taken} dicairkan, ${amount} rupiah, ${known} sudah dikenal, ${refused} ditolak`,
    gives: ({ amount }) => amount,
    question: ({ taken, amount }) => askOfLarge(amount, `Cairkan ${taken} pinjaman:`),
  }),
  tells: ({ taken, amount }) => ({ 'Pinjaman dicairkan': count(taken), Jumlah: formatRupiah(amount) }),
})

export const repaymentsFile = fileKind({
  command: 'repayments import',
  title: 'Pembayaran Penerima Dana',
  columns: columnNames(repaymentTable),
  options: [unusual],
  task: ({ context, actor }, { yes }: Asks) => ({
    task: 'mencatat',
    work: async (input, { name, ...reading }) => {
      const report = await importRepayments(context, actor, input, { ...reading, asks: !yes })
      if (!reading.dryRun) await noteFile(context, actor, name, report)
      return report
    },
    describe: (report) =>
      `${report.lines} baris: ${report.taken} dicatat, ${report.known} sudah dikenal, ${report.refused} ditolak; ` +
      `${report.amount} rupiah: ${partsInWords(report)}; ${report.repaid} pinjaman lunas`,
    gives: ({ amount }) => amount,
  }),
  tells: ({ taken, amount, principal, interest, penalty, fee, excess, tax, repaid }) => ({
    'Pembayaran dicatat': count(taken),
    Jumlah: formatRupiah(amount),
    Pokok: formatRupiah(principal),
    Bunga: formatRupiah(interest),
    Denda: formatRupiah(penalty),
    Biaya: formatRupiah(fee),
    'Kelebihan bayar': formatRupiah(excess),
    Pajak: formatRupiah(tax),
    'Pinjaman lunas': count(repaid),
  }),
})

export const writeOffsFile = fileKind({
  command: 'loans write-off',
  title: 'Hapus buku',
  columns: columnNames(writeOffTable),
  options: [unusual],
  task: ({ context, actor }, { yes }: Asks) => ({
    task: 'menghapusbukukan',
    work: (input, reading) => importWriteOffs(context, actor, input, { ...reading, asks: !yes }),
    describe: ({ lines, taken, known, refused, principal, interest }) =>
      `${lines} baris: ${taken} pinjaman dihapusbukukan, pokok ${principal}, bunga ${interest}, ${known} sudah dikenal, ${refused} ditolak`,
    gives: ({ principal, interest }) => principal + interest,
  }),
  tells: ({ taken, principal, interest }) => ({
    'Pinjaman dihapusbukukan': count(taken),
    Pokok: formatRupiah(principal),
    Bunga: formatRupiah(interest),
  }),
})

export const reversalsFile = fileKind({
  command: 'repayments reverse',
  title: 'Pembatalan pembayaran',
  columns: columnNames(reversalTable),
  task: ({ context, actor }) => ({
    task: 'mengoreksi',
    work: (input, reading) => importReversals(context, actor, input, reading),
    describe: ({ lines, taken, known, refused, amount, owed }) =>
      `${lines} baris: ${taken} dikoreksi, ${amount} rupiah, ${owed} menjadi kewajiban Pemberi Dana, ${known} sudah dikenal, ${refused} ditolak`,
  }),
  tells: ({ taken, amount, owed }) => ({
    'Pembayaran dibatalkan': count(taken),
    Jumlah: formatRupiah(amount),
    'Ditagih dari Pemberi Dana': formatRupiah(owed),
  }),
})

export const cancellationsFile = fileKind({
  command: 'loans cancel',
  title: 'Pembatalan pinjaman',
  columns: columnNames(cancelTable),
  isTaking: true,
  task: ({ context, actor }) => ({
    task: 'membatalkan',
    work: (input, reading) => cancelLoanFile(context, actor, input, reading),
    describe: ({ lines, cancelled, known, refused, ...back }) =>
      `${lines} baris: ${cancelled} dibatalkan, ${known} sudah dikenal, ${refused} ditolak; ${formatMoneyBack(back)}`,
    question: ({ amount }) => askToGiveBack(amount),
  }),
  tells: ({ cancelled, refunded, released, amount }) => ({
    'Pinjaman dibatalkan': count(cancelled),
    'Pendanaan dikembalikan': count(refunded + released),
    Jumlah: formatRupiah(amount),
  }),
})

export const files: readonly AnyFileKind[] = [
  repaymentsFile,
  disbursementsFile,
  writeOffsFile,
  loansFile,
  reversalsFile,
  cancellationsFile,
]

/** Keeps in the audit trail what became of a file, for the morning list of the next day. */
const noteFile = (
  { db, random }: Context,
  actor: ActorOf<'operator'>,
  name: string,
  { lines, taken, known, refused, amount }: RepaymentReport,
) =>
  auditAlone(db, {
    id: random.uuid(),
    actor,
    operation: 'importRepayments',
    subject: `file:${name.slice(0, 100)}`,
    outcome: 'done',
    detail: { lines, taken, known, refused, amount },
  })
