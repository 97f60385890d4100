import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Figures, heading, names } from './figures.ts'

const TkbSheet = lazyPart(() => import('./tkb-sheet.tsx').then((module) => module.TkbSheet))

function Row({ figures }: { figures: Figures | undefined }) {
  return (
    <dl className="hidden items-center gap-5 md:flex">
      {names.map((name) => (
        <div key={name} className="text-right">
          <dt className="text-meta text-mute">{name}</dt>
          <dd className="figures text-table font-semibold">
            {figures ? figures[name] : <Skeleton className="my-0.5 h-4 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sheet({ figures }: { figures: Figures }) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
        onPointerEnter={() => void TkbSheet.preload()}
        onFocus={() => void TkbSheet.preload()}
        aria-haspopup="dialog"
        className="grid min-h-11 content-center rounded-control px-2 text-right md:hidden"
      >
        <span className="text-meta text-mute">TKB90</span>
        <span className="figures text-table font-semibold">{figures.TKB90}</span>
        <span className="sr-only">{heading}</span>
      </button>
      {used && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setUsed(false)
            toastPartMissing()
          }}
        >
          <TkbSheet figures={figures} open={open} onOpenChange={setOpen} />
        </Part>
      )}
    </>
  )
}

/** The platform's four repayment figures: in a row with their meaning beside it, on a phone behind one button. */
export function Tkb() {
  const { data: figures, isError } = useQuery({
    queryKey: ['tkb'],
    queryFn: ({ signal }) => api('GET /tkb', { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  // The figures are optional: if they cannot be loaded, the header shows none rather than wrong ones.
  if (isError && !figures) return null
  return (
    <>
      <Row figures={figures} />
      {figures && <Sheet figures={figures} />}
      <div className="hidden md:block">
        <Popover
          label={`Penjelasan ${heading}`}
          trigger={<Info size={18} aria-hidden />}
          triggerClassName="grid size-11 place-items-center rounded-control text-mute hover:bg-idle-tint hover:text-ink"
        >
          <p className="font-semibold">{heading}</p>
          <p className="mt-1.5 text-table text-mute">{figures?.description}</p>
        </Popover>
      </div>
    </>
  )
}
