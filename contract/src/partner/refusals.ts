type Entry = { status: number; sentence: () => string }
const fixed = (status: number, sentence: string): Entry => ({ status, sentence: () => sentence })

/** The refusals that only calls with a key give. */
export const partnerRefusals = {
  KEY_UNKNOWN: fixed(401, 'Kunci API ini tidak dikenal, sudah dicabut, atau sudah lewat hari terakhirnya.'),
  KEY_NETWORK: fixed(403, 'Kunci API ini tidak berlaku dari jaringan ini.'),
  KEY_RIGHT_MISSING: fixed(403, 'Kunci API ini tidak memiliki hak untuk panggilan ini.'),
  KEY_MAKER_GONE: fixed(
    403,
    'Pembuat kunci API ini tidak lagi berhak mengajukan usulan di perusahaannya. Buat kunci lain.',
  ),
  CURSOR_UNKNOWN: fixed(422, 'Penanda halaman ini bukan dari daftar ini.'),
  CURSOR_OUTDATED: fixed(
    422,
    'Penanda halaman ini berasal dari sebelum pemulihan data. Baca kembali daftar ini dari awal.',
  ),
} as const satisfies Record<string, Entry>

export type PartnerRefusalCode = keyof typeof partnerRefusals

/** Refusals that any call with a key may answer with. */
export const keyRefusals = ['KEY_UNKNOWN', 'KEY_NETWORK', 'KEY_RIGHT_MISSING'] as const
