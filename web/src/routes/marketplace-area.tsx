import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { ScreenPart } from '../shell/screen-part.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useWide } from '../ui/use-wide.ts'

const Marketplace = lazyPart(() => import('./marketplace.tsx').then((module) => module.Marketplace))
const MarketplaceLoan = lazyPart(() =>
  import('./marketplace-loan.tsx').then((module) => module.MarketplaceLoan),
)

/** Fetches the code of the list or of a loan, at a path below /lender. */
export const preloadScreen = (pathname: string): Promise<void> =>
  (pathname === paths.marketplace ? Marketplace : MarketplaceLoan).preload()

/**
 * The marketplace's list and the loans that are opened from it. The list stays as it is while a loan is open: beside it
 * in a panel on a desktop, hidden below its page on a phone. A loan's address without a list shows the page.
 */
export default function MarketplaceArea() {
  const location = useLocation()
  const way = useNavigationType()
  const { loanNumber } = useParams()
  const isWide = useWide()
  const [shown, setShown] = useState(() => ({
    location,
    loanNumber,
    list: loanNumber === undefined ? location : null,
    visit: 0,
  }))
  if (shown.location.key !== location.key) {
    const isList = loanNumber === undefined
    setShown({
      location,
      loanNumber,
      list: isList ? location : shown.list,
      // Any way to the list but Back and Forward starts it anew.
      visit: shown.visit + (isList && shown.loanNumber !== undefined && way !== 'POP' ? 1 : 0),
    })
  }
  const { list, visit } = shown
  const isPage = loanNumber !== undefined && (list === null || !isWide)
  const toList = useReturn({ loanNumber, isHidden: isPage, isBack: way === 'POP' })
  return (
    <>
      {list && (
        <div hidden={isPage}>
          <Marketplace key={visit} list={list} loanNumber={isPage ? undefined : loanNumber} onList={toList} />
        </div>
      )}
      {isPage && (
        <ScreenPart loading={null}>
          <MarketplaceLoan loanNumber={loanNumber} {...(list && { onList: toList })} />
        </ScreenPart>
      )}
    </>
  )
}

type Shown = {
  loanNumber: string | undefined
  isHidden: boolean
  isBack: boolean
}

/**
 * Scrolls the list to where it was, and focuses the loan that was open last, when the lender goes back to it.
 * @returns a function that goes back to the list
 */
function useReturn({ loanNumber, isHidden, isBack }: Shown): () => void {
  const navigate = useNavigate()
  const last = useRef<string>(undefined)
  const place = useRef({ scroll: 0, entry: 0 })

  useLayoutEffect(() => {
    if (isHidden) return
    if (last.current !== undefined && isBack) window.scrollTo(0, place.current.scroll)
    const keep = () => {
      place.current.scroll = window.scrollY
    }
    keep()
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [isHidden, isBack])

  useEffect(() => {
    if (loanNumber !== undefined) {
      last.current = loanNumber
      return
    }
    if (last.current !== undefined && isBack) focusLoan(last.current)
    last.current = undefined
  }, [loanNumber, isBack])

  useEffect(() => {
    if (loanNumber === undefined) place.current.entry = entryNow()
  })

  return () => void navigate(Math.min(-1, place.current.entry - entryNow()))
}

/** The router's number of the history entry. */
const entryNow = (): number => Number((history.state as { idx?: unknown } | null)?.idx)

function focusLoan(loanNumber: string): void {
  const link = document.querySelector<HTMLElement>(`[data-loan="${CSS.escape(loanNumber)}"]`)
  link?.closest('[data-place]')?.scrollIntoView({ block: 'nearest' })
  link?.focus({ preventScroll: true })
}
