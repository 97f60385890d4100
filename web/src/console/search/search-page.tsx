import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { objectWords, pathOf } from '../paths.ts'
import { shortestQuery } from './use-typed.ts'

/** The search with an address of its own; on a phone the only one. */
export function SearchPage() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const isLong = text.length >= shortestQuery
  const query = useCall('GET /search', { q: text }, { enabled: isLong, keeps: true })
  return (
    <Page
      title="Cari"
      lead="Nomor telepon, e-mail, nama, nomor pinjaman, penarikan atau usulan, referensi pembayaran, virtual account, nomor permintaan (request id)."
    >
      <SearchField
        label="Cari"
        hideLabel
        placeholder="Ketik sedikitnya dua huruf"
        maxLength={100}
        value={text}
        onSearch={(q) => setSearch(q ? { q } : {}, { replace: true })}
        className="max-w-140"
      />
      {isLong && (
        <Loaded query={query} what="Hasil">
          {({ found, more }) =>
            found.length === 0 ? (
              <EmptyState picture="filter" title="Tidak ada yang cocok">
                Periksa ejaannya, atau cari dengan hal lain: nomor telepon dikenali dengan atau tanpa 0 dan
                +62.
              </EmptyState>
            ) : (
              <Section title="Hasil" count={found.length} flush>
                <ul className="hairlines">
                  {found.map(({ about, words, by }) => (
                    <li key={`${about.kind} ${about.id}`}>
                      <Link
                        to={pathOf(about)}
                        className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 px-4 py-2 -outline-offset-2 hover:bg-sunken sm:px-5"
                      >
                        <span className="min-w-0 font-medium wrap-anywhere">{words}</span>
                        <span className="text-table text-mute">{`${objectWords[about.kind]} · ${by}`}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
                {more && (
                  <p className="border-t border-line px-5 py-3 text-table text-mute">
                    Masih ada hasil lain. Tulis lebih lengkap.
                  </p>
                )}
              </Section>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}
