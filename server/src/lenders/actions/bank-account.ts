import { maskNumber } from '@pematang/contract/format/mask-number'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import {
  type Action,
  action,
  choiceField,
  codeField,
  InputFault,
  lenderField,
  nameField,
  reasonField,
  textField,
  type Words,
} from '../../staff/index.ts'
import {
  acceptanceOf,
  type BankAccount,
  bankAnswerInWords,
  openRequest,
  refuseBankAccount,
  requestInWords,
  storeBankAccount,
} from '../profile/index.ts'
import { ofLender, toldByMessage } from './telling.ts'

const lender = lenderField('Pemberi Dana')
const method = choiceField('Bank', { '1': 'BNI', '2': 'Bank lain' })
const asMethod = (value: '1' | '2'): 1 | 2 => (value === '1' ? 1 : 2)

async function accountBefore(db: Queryable, { lenderId }: { lenderId: number }): Promise<Words> {
  const account = await maybe<{ number: string; holder: string; bank: string }>(
    db,
    'lenders.actions.account_before',
    `select account_number as number, account_name as holder, bank_name as bank from lender_bank_account where lender_id = $1`,
    [lenderId],
  )
  return {
    Rekening: account ? `${account.bank} ${maskNumber(account.number)}` : null,
    'Atas nama': account?.holder ?? null,
  }
}

const accountAfter = ({ bankName, accountNumber, accountName }: BankAccount): Words => ({
  Rekening: `${bankName} ${accountNumber}`,
  'Atas nama': accountName,
})

const toldOfAccount = (): string[] => [
  ...toldByMessage('rekening penarikannya berubah'),
  'Notifikasi yang sama dikirim ke kontak yang lama.',
]

export const bankAccount: readonly Action[] = [
  action({
    command: storeBankAccount,
    title: 'Ubah rekening penarikan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menetapkan rekening tujuan penarikan. Penarikan yang sudah diminta tetap menuju rekening lama.',
    fields: {
      lenderId: lender,
      accountNumber: codeField('Nomor rekening', 5, 20),
      accountName: nameField('Nama pemilik rekening'),
      bankCode: codeField('Kode bank', 3, 3),
      bankName: textField('Nama bank', 60),
      bankBranch: textField('Cabang', 60),
      methodPayment: method,
    },
    input: ({ methodPayment, ...account }) => ({ ...account, methodPayment: asMethod(methodPayment) }),
    before: accountBefore,
    after: (_, account) => accountAfter(account),
    told: toldOfAccount,
    about: ofLender,
    takes: ({ request }) => request === undefined,
  }),
  action({
    command: storeBankAccount,
    name: 'acceptBankAccount',
    title: 'Terima permintaan rekening tujuan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menetapkan rekening yang diminta Pemberi Dana di layarnya. Penarikan yang sudah diminta tetap menuju rekening lama.',
    fields: { lenderId: lender },
    input: async ({ lenderId }, { db }) => {
      if (!(await openRequest(db, lenderId)))
        throw new InputFault(lender.label, 'Tidak ada permintaan rekening tujuan yang menunggu.')
      return acceptanceOf(db, lenderId)
    },
    before: async (db, input) => {
      const open = await openRequest(db, input.lenderId)
      return { ...(await accountBefore(db, input)), 'Menurut bank': open ? bankAnswerInWords(open) : null }
    },
    after: (_, account) => accountAfter(account),
    says: accountAfter,
    told: toldOfAccount,
    about: ofLender,
    takes: ({ request }) => request !== undefined,
  }),
  action({
    command: refuseBankAccount,
    title: 'Tolak permintaan rekening tujuan',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menolak permintaan yang menunggu. Rekening tujuan tetap seperti semula, dan Pemberi Dana dapat meminta lagi.',
    fields: { lenderId: lender, reason: reasonField('Alasan, dibaca Pemberi Dana') },
    input: (filled) => filled,
    before: async (db, { lenderId }) => {
      const open = await openRequest(db, lenderId)
      return { Permintaan: open ? requestInWords(open) : null }
    },
    after: () => ({ Permintaan: 'ditolak' }),
    told: ({ reason }) => [...toldByMessage('permintaannya ditolak'), `Ia membaca alasannya: ${reason}`],
    about: ofLender,
  }),
]
