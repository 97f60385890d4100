import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import { bankAccountShortText, bankAccountText, isBankAccountRow } from './bank-account-notice.ts'
import { callBackShortText, callBackText, isCallBackRow } from './call-back-notice.ts'
import { factorShortText, factorText, isFactorRow } from './factor-notice.ts'
import { gatheredText, isGathered } from './gathered-text.ts'
import { keyShortText, keyText } from './key-notice.ts'
import { noticeKinds } from './kinds.ts'
import { isMandateRow, mandateText } from './mandate-notice.ts'
import { type NoticeData, type NoticeRow, type NoticeText, unknownDevice } from './notice-data.ts'
import { proposalText } from './proposal-notice.ts'
import { isVoteRow, voteText } from './vote-notice.ts'

export function noticeText(row: NoticeRow): NoticeText {
  if (isGathered(row)) return gatheredText(row)
  if (row.kind === 'STATEMENT_READY') return statementText(row.data.month)
  if (isOfAccount(row)) return accountText(row)
  if (isMandateRow(row)) return mandateText(row)
  if (isVoteRow(row)) return voteText(row)
  if (row.kind === 'PROPOSAL') return proposalText(row.data)
  const back = `${formatRupiah(row.data.amount)} sudah kembali ke cash balance Anda.`
  if (isOfWithdrawal(row)) return withdrawalText(row, back)
  if (row.kind === 'REPAYMENT_CORRECTED')
    return correctionText(`Pembayaran untuk pinjaman ${row.data.loanNumber}`, 'pembayaran', row.data)
  if (row.kind === 'TOP_UP_CREDITED') {
    return {
      tone: 'info',
      title: 'Top Up diterima',
      message: `Top up ${formatRupiah(row.data.amount)} sudah masuk ke cash balance Anda.`,
    }
  }
  if (row.kind === 'TOP_UP_CORRECTED') return correctionText('Sebuah top up', 'top up', row.data)
  if (row.kind === 'BULK_FUNDING_ENDED') return bulkText(row.data)
  if (row.kind === 'OFFER_EXTENDED' || row.kind === 'OFFER_CLOSED' || row.kind === 'FUNDING_CANCELLED')
    return offerText(row, back)
  return signatureText(row, back)
}

function bulkText(data: NoticeData['BULK_FUNDING_ENDED']): NoticeText {
  const { number, partnerName, loans, funded, amount, returned } = data
  const rest = `${loans - funded} pinjaman tidak dapat didanai dan ${formatRupiah(returned)} sudah kembali ke cash balance Anda.`
  return {
    tone: funded < loans ? 'warning' : 'info',
    title: 'Pendanaan produk selesai',
    message: `${funded} dari ${loans} pinjaman ${partnerName} terdanai dengan ${formatRupiah(amount)} (${number}).${funded < loans ? ` ${rest}` : ''}`,
  }
}

type WithdrawalRow = Extract<
  NoticeRow,
  { kind: 'WITHDRAWAL_PAID' | 'WITHDRAWAL_RETURNED' | 'WITHDRAWAL_CHARGED' | 'WITHDRAWAL_GIVEN_BACK' }
>

const isOfWithdrawal = (row: NoticeRow): row is WithdrawalRow => row.kind.startsWith('WITHDRAWAL_')

function withdrawalText(row: WithdrawalRow, back: string): NoticeText {
  if (row.kind === 'WITHDRAWAL_PAID') {
    return {
      tone: 'info',
      title: 'Penarikan dana berhasil',
      message: `${formatRupiah(row.data.amount)} sudah dikirim bank ke rekening Anda yang terdaftar.`,
    }
  }
  if (row.kind === 'WITHDRAWAL_RETURNED') {
    return {
      tone: 'warning',
      title: 'Penarikan dana tidak berhasil',
      message: `Bank tidak dapat meneruskan penarikan dana ke rekening Anda. ${back}`,
    }
  }
  if (row.kind === 'WITHDRAWAL_CHARGED') {
    const { amount, owed = 0 } = row.data
    const rest = ` ${formatRupiah(owed)} lagi dipotong dari dana yang masuk berikutnya.`
    return {
      tone: 'warning',
      title: 'Penarikan dana ternyata sudah diteruskan',
      message: `Bank sudah mengirim dana ke rekening Anda, padahal dananya sempat kembali ke cash balance. ${formatRupiah(amount - owed)} dipotong dari cash balance Anda.${owed > 0 ? rest : ''}`,
    }
  }
  return {
    tone: 'warning',
    title: 'Penarikan dana dikembalikan bank',
    message: `Bank mengembalikan dana yang sudah ditransfer ke rekening Anda. ${back} Pastikan rekening Anda dapat menerima transfer.`,
  }
}

type SignatureRow = Extract<
  NoticeRow,
  {
    kind: 'FUNDING_EXPIRED' | 'FUNDING_REJECTED' | 'FUNDING_REFUSED' | 'FUNDING_VOID' | 'FUNDING_UNMANDATED'
  }
>

function signatureText({ kind, data: { loanNumber, amount } }: SignatureRow, back: string): NoticeText {
  if (kind === 'FUNDING_VOID') {
    return {
      tone: 'warning',
      title: 'Tanda tangan tidak berlaku',
      message: `Perjanjian untuk pinjaman ${loanNumber} ditandatangani setelah pendanaan sebesar ${formatRupiah(amount)} dibatalkan, sehingga tidak berlaku. Dana itu sudah lebih dahulu kembali ke cash balance Anda.`,
    }
  }
  const title = 'Pendanaan dibatalkan'
  if (kind === 'FUNDING_UNMANDATED') {
    const why = `Kuasa pendanaan otomatis Anda berakhir sebelum perjanjian untuk pinjaman ${loanNumber} ditandatangani.`
    return { tone: 'info', title, message: `${why} ${back}` }
  }
  if (kind === 'FUNDING_REJECTED') {
    const why = `Anda menolak menandatangani perjanjian untuk pinjaman ${loanNumber}.`
    return { tone: 'info', title, message: `${why} ${back}` }
  }
  const why =
    kind === 'FUNDING_EXPIRED'
      ? `Perjanjian untuk pinjaman ${loanNumber} tidak ditandatangani tepat waktu.`
      : `Penandatanganan perjanjian untuk pinjaman ${loanNumber} tidak dapat diselesaikan oleh penyedia tanda tangan elektronik.`
  return { tone: 'warning', title, message: `${why} ${back}` }
}

type OfferRow = Extract<NoticeRow, { kind: 'OFFER_EXTENDED' | 'OFFER_CLOSED' | 'FUNDING_CANCELLED' }>

function offerText(row: OfferRow, back: string): NoticeText {
  const { loanNumber, amount } = row.data
  if (row.kind === 'OFFER_EXTENDED') {
    return {
      tone: 'info',
      title: 'Masa pendanaan diperpanjang',
      message: `Pinjaman ${loanNumber} belum terdanai penuh, jadi masa pendanaannya diperpanjang sampai ${formatDateLong(row.data.until)}. Pendanaan Anda ${formatRupiah(amount)} tetap dicadangkan.`,
    }
  }
  if (row.kind === 'OFFER_CLOSED') {
    const { funded, total } = row.data
    return {
      tone: 'info',
      title: 'Masa pendanaan berakhir',
      message: `Pinjaman ${loanNumber} terdanai ${formatRupiah(funded)} dari ${formatRupiah(total)} dan dicairkan sebesar jumlah yang terdanai. Pendanaan Anda ${formatRupiah(amount)} dan jadwalnya tidak berubah.`,
    }
  }
  const { because, signed } = row.data
  const end = `${signed ? 'Perjanjian yang sudah Anda tanda tangani tidak berlaku lagi. ' : ''}${back}`
  if (because === undefined) {
    return {
      tone: 'info',
      title: 'Pinjaman ditarik dari marketplace',
      message: `Pinjaman ${loanNumber} tidak jadi dicairkan. ${end}`,
    }
  }
  const why =
    because === 'OFFER_ENDED'
      ? 'tidak cukup terdanai sampai masa pendanaannya berakhir'
      : 'tidak dicairkan sampai batas waktunya'
  return {
    tone: 'warning',
    title: 'Pinjaman dibatalkan',
    message: `Pinjaman ${loanNumber} ${why}, jadi dibatalkan. ${end}`,
  }
}

type AccountRow = Extract<
  NoticeRow,
  {
    kind:
      | 'LENDER_SUSPENDED'
      | 'LENDER_REACTIVATED'
      | 'CONTACT_CHANGED'
      | 'BANK_ACCOUNT_CHANGED'
      | 'BANK_ACCOUNT_REQUEST'
      | 'NEW_DEVICE'
      | 'HOLDINGS_TRANSFERRED'
      | 'FACTORS_CHANGED'
      | 'FACTOR_RECOVERY'
      | 'CALL_BACK_CHANGED'
      | 'CALL_BACK_PAUSED'
      | 'KEYS_CHANGED'
  }
>

const isOfAccount = (row: NoticeRow): row is AccountRow => noticeKinds[row.kind].category === 'SECURITY'

const whereOf = (device: string): string =>
  device === unknownDevice ? 'dari perangkat yang tidak dikenal' : `di ${device}`

function accountText(row: AccountRow): NoticeText {
  if (row.kind === 'NEW_DEVICE') {
    return {
      tone: 'warning',
      title: 'Login dari perangkat baru',
      message: `Akun Anda dibuka ${whereOf(row.data.device)}, ${formatDateTimeLong(row.createdAt)}. Jika bukan Anda, segera ubah kata sandi dan akhiri sesi itu.`,
    }
  }
  if (row.kind === 'HOLDINGS_TRANSFERRED') return holdingsText(row.data)
  if (isFactorRow(row)) return factorText(row)
  if (isCallBackRow(row)) return callBackText(row)
  if (row.kind === 'KEYS_CHANGED') return keyText(row.data)
  if (row.kind === 'LENDER_SUSPENDED') {
    return {
      tone: 'warning',
      title: 'Akun ditangguhkan',
      message: 'Akun Anda ditangguhkan. Dana dan pinjaman yang sudah Anda danai tetap berjalan.',
    }
  }
  if (row.kind === 'LENDER_REACTIVATED') {
    return {
      tone: 'info',
      title: 'Akun aktif kembali',
      message: 'Akun Anda sudah aktif. Anda dapat mendanai pinjaman kembali.',
    }
  }
  if (isBankAccountRow(row)) return bankAccountText(row)
  return {
    tone: 'warning',
    title: 'Data akun diubah',
    message: `Data akun Anda diubah: ${contactsIn(row.data)}. Jika bukan Anda yang memintanya, segera hubungi kami.`,
  }
}

function holdingsText(data: NoticeData['HOLDINGS_TRANSFERRED']): NoticeText {
  const { count, amount, from, isMine, undone } = data
  const what = `${count} pendanaan dengan sisa pokok ${formatRupiah(amount)}`
  const whose = isMine ? 'menjadi milik Anda' : 'menjadi milik Pemberi Dana lain'
  const ask = isMine ? '' : ' Jika Anda tidak mengetahuinya, segera hubungi kami.'
  return {
    tone: isMine ? 'info' : 'warning',
    title: undone ? 'Pengalihan pendanaan dibatalkan' : 'Pendanaan dialihkan',
    message: `${what} ${whose}, beserta pembayaran sejak ${formatDateLong(from)}.${ask}`,
  }
}

const contactsIn = ({ phone, email, company = false }: NoticeData['CONTACT_CHANGED']): string =>
  [phone ? 'nomor handphone' : '', email ? 'alamat email' : '', company ? 'kontak perusahaan' : '']
    .filter((one) => one !== '')
    .join(' dan ')

/** What changed, in few words for an SMS with a link; null for other kinds. */
export function shortText(row: NoticeRow): string | null {
  if (row.kind === 'CONTACT_CHANGED') return `Data akun Anda diubah: ${contactsIn(row.data)}`
  if (isFactorRow(row)) return factorShortText(row)
  if (isCallBackRow(row)) return callBackShortText(row)
  if (row.kind === 'KEYS_CHANGED') return keyShortText(row.data)
  return isBankAccountRow(row) ? bankAccountShortText(row) : null
}

function correctionText(
  what: string,
  name: string,
  { amount, owed, gained = 0 }: { amount: number; owed: number; gained?: number },
): NoticeText {
  const taken = ` ${formatRupiah(amount)} ditarik kembali dari cash balance Anda.`
  const rest = ` ${formatRupiah(owed)} lagi dipotong dari dana yang masuk berikutnya.`
  const added = ` ${formatRupiah(gained)} sudah masuk ke cash balance Anda.`
  return {
    tone: 'warning',
    title: `Koreksi ${name}`,
    message: `${what} tercatat keliru.${amount > 0 ? taken : ''}${owed > 0 ? rest : ''}${gained > 0 ? added : ''}`,
  }
}

const statementText = (month: string): NoticeText => ({
  tone: 'info',
  title: 'Rekening koran tersedia',
  message: `Rekening koran ${monthOf(month)} sudah dapat diunduh di Dokumen.`,
})

/**
 * Formats a month in Indonesian.
 * @example monthOf('2026-10') // 'Oktober 2026'
 */
const monthOf = (month: string): string => formatDateLong(`${month}-01`).replace(/^\d+ /, '')
