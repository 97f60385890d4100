import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

type Visibility = { hidden: boolean; hide: () => () => void }

const Context = createContext<Visibility | null>(null)

/** Tracks whether the current screen hides the top bar. */
export function TopBarVisibility({ children }: { children: ReactNode }) {
  const [hiders, setHiders] = useState(0)
  const hide = useCallback(() => {
    setHiders((count) => count + 1)
    return () => setHiders((count) => count - 1)
  }, [])
  const value = useMemo(() => ({ hidden: hiders > 0, hide }), [hiders, hide])
  return <Context value={value}>{children}</Context>
}

function useVisibility(): Visibility {
  const visibility = useContext(Context)
  if (!visibility) throw new Error('The top bar belongs to the logged-in layout')
  return visibility
}

export const useTopBarHidden = (): boolean => useVisibility().hidden

/** Hides the top bar while the calling screen is shown. */
export function useHideTopBar(): void {
  const { hide } = useVisibility()
  useLayoutEffect(() => hide(), [hide])
}
