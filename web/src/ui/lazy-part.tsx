import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/** The code of a part of the screen could not be fetched: there is no network, or a release has removed the file. */
export class PartNotLoaded extends Error {
  /** Makes the next render of the part fetch its code again. */
  readonly renew: () => void

  constructor(renew: () => void, cause: unknown) {
    super('the code of a part of the screen did not load', { cause })
    this.name = 'PartNotLoaded'
    this.renew = renew
  }
}

/** Milliseconds before code that did not load is fetched once more. */
const pause = 500

/** A component whose code is fetched when it first renders, or before. */
export type LazyPart<P extends object = object> = ComponentType<P> & {
  /** Fetches the code, so that the component then renders at once. A failure is reported when the code is needed. */
  preload: () => Promise<void>
}

/**
 * Makes a component of code that is fetched when it first renders. Render it inside a {@link Part}, which defines what
 * is shown while it loads and when it fails. React's own `lazy` caches a failure for the life of the page, and shows
 * the placeholder for at least 300 ms, also where the code is there already.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let Known: ComponentType<P> | null = null
  const fetchCode = async () => {
    // A change of the network ends what is under way, and the next try succeeds.
    const loaded = await load().catch(() => new Promise((resolve) => setTimeout(resolve, pause)).then(load))
    Known = loaded
    return { default: loaded }
  }
  const make = () => {
    const Loaded: ComponentType<P> = lazy(() =>
      fetchCode().catch((cause: unknown) => {
        throw new PartNotLoaded(() => {
          if (Current === Loaded) Current = make()
        }, cause)
      }),
    )
    return Loaded
  }
  let Current = make()
  function Lazy(props: P) {
    // Decided once for each mount: another component type would mount the part again and lose its state.
    const [Before] = useState(() => Known)
    const Shown = Before ?? Current
    return <Shown {...props} />
  }
  return Object.assign(Lazy, {
    preload: () =>
      fetchCode().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** A screen that is the default export of its file. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>): LazyPart =>
  lazyPart<object>(() => load().then((module) => module.default))

type Props = {
  children: ReactNode
  /** Shown while the code loads. */
  loading?: ReactNode
  /** A new value (e.g. the URL of the screen) makes the part fetch its code again after a failure. */
  again?: string
  /** Shown instead of a part whose code failed to load; `retry` fetches it again. */
  notLoaded: (retry: () => void) => ReactNode
  /** Called once for each failure to load the code. */
  onNotLoaded?: () => void
}

type State = { error: Error | null; again: string | undefined }

/** The boundary of a part of the screen: the surroundings stay unchanged if its code fails to load. */
export class Part extends Component<Props, State> {
  override state: State = { error: null, again: this.props.again }

  static getDerivedStateFromProps({ again }: Props, state: State): Partial<State> | null {
    return again === state.again ? null : { again, error: null }
  }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartNotLoaded)) return
    error.renew()
    this.props.onNotLoaded?.()
  }

  override render() {
    const { error } = this.state
    if (error instanceof PartNotLoaded) return this.props.notLoaded(() => this.setState({ error: null }))
    // An error other than a failed load is a bug, which the boundary around the app handles.
    if (error) throw error
    return <Suspense fallback={this.props.loading}>{this.props.children}</Suspense>
  }
}
