/** Shown when a call fails without a network (specification, section 8). */
export const noNetwork = 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.'
