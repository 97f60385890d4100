import type { DocumentStatus } from '../model.ts'
import { escapeHtml, layout, MARK } from '../../platform/html.ts'

type Ending = { title: string; text: string; tone: 'ok' | 'idle' | 'warn' }

const ENDINGS: Record<
  Exclude<DocumentStatus, 'pending'> | 'expired' | 'unknown' | 'other-signer' | 'no-place',
  Ending
> = {
  signed: {
    title: 'Dokumen sudah ditandatangani',
    text: 'Tanda tangan Anda sudah kami terima. Tidak ada lagi yang perlu dilakukan di sini.',
    tone: 'ok',
  },
  rejected: {
    title: 'Dokumen ditolak',
    text: 'Anda menolak dokumen ini, sehingga tidak dapat ditandatangani lagi.',
    tone: 'idle',
  },
  cancelled: {
    title: 'Permintaan dibatalkan',
    text: 'Pengirim membatalkan permintaan tanda tangan ini. Kembali ke aplikasi untuk memulai lagi.',
    tone: 'idle',
  },
  expired: {
    title: 'Waktu tanda tangan habis',
    text: 'Demi keamanan, halaman ini hanya berlaku 15 menit. Kembali ke aplikasi dan buka lagi tanda tangannya.',
    tone: 'warn',
  },
  unknown: {
    title: 'Halaman tidak ditemukan',
    text: 'Tautan tanda tangan ini tidak dikenal. Kembali ke aplikasi dan buka lagi dari sana.',
    tone: 'warn',
  },
  'other-signer': {
    title: 'Dokumen untuk penanda tangan lain',
    text: 'PrivyID pada tautan ini bukan penanda tangan dokumen. Kembali ke aplikasi dan buka lagi dari sana.',
    tone: 'warn',
  },
  'no-place': {
    title: 'Letak tanda tangan tidak ada',
    text: 'Halaman atau letak tanda tangan pada tautan ini berada di luar dokumen. Kembali ke aplikasi dan buka lagi.',
    tone: 'warn',
  },
}

/** The page for a token that can no longer be used for signing. */
export function endedPage(reason: DocumentStatus | Exclude<keyof typeof ENDINGS, DocumentStatus>): string {
  const { title, text, tone } = ENDINGS[reason === 'pending' ? 'unknown' : reason]
  return layout(
    title,
    `<main class="ended" data-tone="${tone}">
<div class="ended-card">
${MARK}
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</div>
</main>`,
  )
}
