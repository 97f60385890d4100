import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { Queryable } from '../../platform/db/database.ts'
import { type Action, action, lenderField, reasonField, type Words } from '../../staff/index.ts'
import { listFactors, recoverFactors, stopFactorRecovery } from '../factor-changes/index.ts'
import { ofLender, toldByMessage } from './telling.ts'

const lender = lenderField('Pemberi Dana')

async function factorsBefore(db: Queryable, { lenderId }: { lenderId: number }): Promise<Words> {
  const { passkeys, totp, recoveryCodes, recoversAt } = await listFactors(db, lenderId)
  return {
    Passkey: String(passkeys.length),
    'Aplikasi kode': totp ? 'terpasang' : 'tidak ada',
    'Kode pemulihan yang tersisa': String(recoveryCodes),
    'Pemulihan yang menunggu': recoversAt === null ? 'tidak ada' : `sampai ${formatDateTimeLong(recoversAt)}`,
  }
}

/** The second factor of a lender who has lost it. */
export const factors: readonly Action[] = [
  action({
    command: recoverFactors,
    title: 'Pulihkan verifikasi dua langkah',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Menonaktifkan verifikasi dua langkah yang hilang, 24 jam kemudian. Semua passkey, kode, dan sesi Pemberi Dana berakhir.',
    fields: { lenderId: lender, reason: reasonField('Alasan, dan bagaimana identitas diperiksa') },
    input: (filled) => filled,
    before: factorsBefore,
    after: ({ at }) => ({ 'Dinonaktifkan pada': formatDateTimeLong(at) }),
    told: () => [
      ...toldByMessage('verifikasi dua langkahnya akan dinonaktifkan'),
      'Notifikasi yang sama dikirim ke kontak yang lama. Tautan di dalamnya menghentikan akun dan pemulihan ini.',
    ],
    about: ofLender,
  }),
  action({
    command: stopFactorRecovery,
    title: 'Hentikan pemulihan verifikasi dua langkah',
    group: 'Pemberi Dana',
    belongsTo: ['LENDER'],
    does: 'Membatalkan pemulihan yang masih menunggu. Verifikasi dua langkah Pemberi Dana tetap seperti semula.',
    fields: { lenderId: lender, reason: reasonField() },
    input: (filled) => filled,
    before: factorsBefore,
    after: () => ({ Pemulihan: 'dihentikan' }),
    about: ofLender,
  }),
]
