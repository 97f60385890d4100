/** Why a file is not even sent; null where the server is asked. */
export function faultOfFile({ size }: Pick<File, 'size'>, mostBytes: number): string | null {
  if (size === 0) return 'Berkas ini kosong.'
  const most = Math.floor(mostBytes / 1024 / 1024)
  return size > mostBytes
    ? `Berkas ini terlalu besar; paling besar ${most} MB. Bagi menjadi beberapa berkas.`
    : null
}
