// What is left out of packages as the web app is built for browsers (docs/decisions/0101).
import { createHash } from 'node:crypto'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** What is left out of a file of a package. */
export type Trim = {
  /** Where the file is, under node_modules. */
  file: string
  /** The first digits of its SHA-256: what is left out was read in this very file, and is read again in another. */
  digest: string
  /** Functions and methods, each with the body that it has instead; null for methods that are not even there. */
  bodies: Readonly<Record<string, string | null>>
  /** Functions of which the first argument alone counts: what stands behind it is left out of calls. */
  messages?: readonly string[]
  /** Texts, and what stands in their place. */
  texts?: readonly (readonly [text: string | RegExp, instead: string])[]
}

/** Functions that are never called, or that do nothing where what they are for is not used. */
const empty = (names: string) => named(names, '')
/** Methods that are never called. */
const absent = (names: string) => named(names, null)
const named = <Body>(names: string, body: Body): Record<string, Body> =>
  Object.fromEntries(names.match(/\S+/g)!.map((name) => [name, body]))

/**
 * React, without transitions between views, references to fragments, style sheets and scripts as resources, actions of
 * forms, lists of suspended parts, custom elements, and the names of components in errors.
 */
const react: Trim = {
  file: 'react-dom/cjs/react-dom-client.production.js',
  digest: 'a319b413b7a19ee3',
  bodies: {
    ...empty(`startViewTransition ViewTransitionPseudoElement createViewTransitionInstance trackEnterViewTransitions
      pushViewTransitionCancelableScope applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive
      restoreViewTransitionOnHostInstances commitAppearingPairViewTransitions commitEnterViewTransitions
      commitDeletedPairViewTransitions commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions
      restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureViewTransitionHostInstancesRecursive
      measureNestedViewTransitions scheduleViewTransitionEvent applyViewTransitionName restoreViewTransitionName
      commitAfterMutationEffectsOnFiber recursivelyTraverseAfterMutationEffects reportViewTransitionError
      getViewTransitionName getViewTransitionClassName`),

    ...empty(`FragmentInstance getFragmentParentInstanceOrContainerFiber fiberIsPortaledIntoHost addFragmentHandleToFiber
      getFragmentInstanceOrTextInstanceSiblings findFragmentInstanceOrTextInstanceSiblings addFragmentHandleToInstance
      commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects
      commitNewChildToFragmentInstance deleteChildFromFragmentInstance validateDocumentPositionWithFiberTree
      schedulePendingIntersectionUnobserve`),
    ...absent(
      `addEventListener removeEventListener dispatchEvent focus focusLast blur observeUsing unobserveUsing getClientRects
      getRootNode compareDocumentPosition scrollIntoView`.replaceAll(/\S+/g, 'FragmentInstance.prototype.$&'),
    ),

    ...empty(`preconnectAs prefetchDNS preconnect preload preloadModule preinitStyle preinitScript preinitModuleScript
      acquireResource insertStylesheet adoptPreloadPropsForStylesheet adoptPreloadPropsForScript preloadStylesheet
      suspendResource insertSuspendedStylesheets insertStylesheetIntoRoot preloadResource`),
    getResource: 'return null',
    isHostHoistableType: 'return 1 !== hostContext && null == props.itemProp && ("meta" === type || "title" === type)',

    ...empty(`mountActionState updateActionState updateActionStateImpl rerenderActionState runActionStateAction
      dispatchActionState startHostTransition ensureFormComponentIsStateful requestFormReset requestFormReset$1
      extractEvents$1 coerceFormActionProp`),

    ...empty('updateSuspenseListComponent initSuspenseListRenderState useMemoCache setPropOnCustomElement'),
    isCustomElement: 'return !1',

    ...empty('describeBuiltInComponentFrame describeNativeComponentFrame'),
    describeFiber: 'return ""',
  },
}

/**
 * React Router, without forms and fetchers, transitions between views, routes that are found later, a server of its own,
 * tools that watch it, and what it says to developers.
 */
const router: Trim = {
  file: 'react-router/dist/development/chunk-6KYCQHYJ.mjs',
  digest: '2183388276a7a1e5',
  bodies: {
    ...empty(`handleAction fetch2 handleFetcherAction handleFetcherLoader updateFetcherState setFetcherError getFetcher
      resetFetcher deleteFetcher queueFetcherForDeletion abortFetcher markFetchersDone markFetchRedirectsDone
      abortStaleFetchLoads getUpdatedRevalidatingFetchers getUpdatedActionData getSubmissionFromNavigation
      getActionDataForCommit`),
    normalizeNavigateOptions: 'return { path }',
    processLoaderData: 'return processRouteLoaderData(matches, results)',

    ...empty('restoreAppliedTransitions persistAppliedTransitions useViewTransitionState'),

    ...empty('discoverRoutes compareMatches patchRoutes patchRoutesImpl _internalSetRoutes loadLazyRouteProperty'),
    checkFogOfWar: 'return { active: false, matches: null }',

    ...empty(`PrefetchPageLinks RSCErrorHandler parseHydrationData
      decodeRouteErrorResponseDigest getRouteInstrumentationUpdates instrumentClientSideRouter useNavigateUnstable`),
    usePrefetchBehavior: 'return [false, null, {}]',

    ...empty('warning warningOnce warnOnce'),
  },
  messages: ['invariant', 'warning', 'warningOnce', 'warnOnce'],
  texts: [
    ['var ENABLE_DEV_WARNINGS = true', 'var ENABLE_DEV_WARNINGS = false'],
    // Nothing of all this is ever so.
    ['!viewTransitionOpts || !isViewTransitionAvailable', 'true'],
    [/renderDfd && pendingState(?: && [^)]*)?(?=\) \{)/g, 'false'],
    ['vtContext.isTransitioning && !vtContext.flushSync', 'false'],
    ['!vtContext.isTransitioning && interruption', 'false'],
    [/\bopts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false'],
    [/\bif \(isFogOfWar\)/g, 'if (false)'],
    ['fetchLoadMatches.forEach((f, key) => {', 'if (false) fetchLoadMatches.forEach((f, key) => {'],
    [/\binit\.(?:patchRoutesOnNavigation|instrumentations|dataStrategy)\b/g, '(void 0)'],
    // Else what nobody asks for counts as used.
    [/ = (?=React\d+\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ '],
    [/^\w+\.displayName = .*$/gm, ''],
  ],
}

/** The client of Socket.IO, without binary data, transports to move to, tries that it counts, and listeners to all events. */
const socketIo: Trim[] = [
  {
    file: 'socket.io-client/build/esm/socket.js',
    digest: '778fe1104b05b1a1',
    bodies: {
      ...absent(`send _addToQueue onAny prependAny offAny listenersAny onAnyOutgoing prependAnyOutgoing offAnyOutgoing
        listenersAnyOutgoing`),
      ...empty('_drainQueue notifyOutgoingListeners'),
    },
  },
  {
    file: 'engine.io-client/build/esm/socket.js',
    digest: 'ccd945e1f31b4c9f',
    bodies: { ...absent('_probe send'), _filterUpgrades: 'return []', _getWritablePackets: 'return this.writeBuffer' },
  },
  {
    file: 'engine.io-client/build/esm/contrib/parseuri.js',
    digest: '9740f176c8e3831f',
    bodies: empty('pathNames queryKey'),
  },
  {
    file: 'socket.io-parser/build/esm/index.js',
    digest: '24dc7d3144542d5b',
    bodies: absent('encodeAsBinary takeBinaryData finishedReconstruction'),
  },
  {
    file: 'socket.io-parser/build/esm/is-binary.js',
    digest: '9c17fb7d2b80050e',
    bodies: { isBinary: 'return false', hasBinary: 'return false' },
  },
  {
    file: 'socket.io-parser/build/esm/binary.js',
    digest: 'd6cf976d8453b83c',
    bodies: empty('deconstructPacket reconstructPacket'),
  },
  {
    file: 'engine.io-parser/build/esm/decodePacket.browser.js',
    digest: '4de5f65c81ee59dd',
    bodies: { ...empty('decodeBase64Packet'), mapBinary: 'return data' },
  },
  {
    file: 'engine.io-parser/build/esm/encodePacket.browser.js',
    digest: 'b8f9f0686a551641',
    bodies: empty('encodeBlobAsBase64'),
  },
]

export const trims: readonly Trim[] = [react, router, ...socketIo]

/**
 * Leaves out of packages what no page uses. What is not the file that was read is built whole, which is right and larger: so a
 * new version of a package waits for nobody.
 */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  apply: 'build',
  buildStart: () => left.clear(),
  transform(code, id) {
    const trim = trims.find(({ file }) => id.endsWith(`/node_modules/${file}`))
    if (!trim) return
    left.add(trim)
    if (digestOf(code) === trim.digest) return { code: trimmed(code, trim), map: null }
    this.warn(
      `${trim.file} is another one: it is built whole, until infra/tools/run/web-trims.ts says what is left out`,
    )
  },
  buildEnd(error) {
    const gone = trims.filter((trim) => !left.has(trim)).map(({ file }) => file)
    if (!error && gone.length > 0 && this.environment.config.consumer === 'client')
      throw new Error(`What infra/tools/run/web-trims.ts trims is not built: ${gone.join(', ')}`)
  },
}
const left = new Set<Trim>()

/** What a file is told from others by. */
export const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex').slice(0, 16)

/** The text of a file without what is left out of it. Throws where it is not the file that the trim was made for. */
export function trimmed(code: string, { file, digest, bodies, messages = [], texts = [] }: Trim): string {
  const found = digestOf(code)
  if (found !== digest) {
    throw new Error(`${file} is another one (${found}): look at what infra/tools/run/web-trims.ts leaves out of it`)
  }
  const missing = new Set(Object.keys(bodies))
  const cuts: [start: number, end: number, instead: string][] = []
  let cutUntil = 0
  const cut = (start: number, end: number, instead: string) => {
    if (start >= cutUntil) cuts.push([start, end, instead])
    cutUntil = Math.max(cutUntil, end)
  }
  const withBody = (name: string, { body }: Pick<ESTree.Function, 'body'>, whole?: ESTree.Span) => {
    const instead = Object.hasOwn(bodies, name) ? bodies[name] : undefined
    if (instead === undefined || !body) return
    missing.delete(name)
    if (whole && instead === null) cut(whole.start, whole.end, '')
    else cut(body.start, body.end, `{ ${instead} }`)
  }
  const { program } = parseSync(file, code)
  new Visitor({
    FunctionDeclaration: (node) => withBody(node.id?.name ?? '', node),
    MethodDefinition: (node) => node.key.type === 'Identifier' && withBody(node.key.name, node.value, node),
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') withBody(id.name, init as never)
    },
    ExpressionStatement(node) {
      const { expression: assigned } = node
      if (assigned.type !== 'AssignmentExpression' || assigned.right.type !== 'FunctionExpression') return
      withBody(code.slice(assigned.left.start, assigned.left.end), assigned.right, node)
    },
    CallExpression({ callee, arguments: [first, ...more] }) {
      const last = more.at(-1)
      if (callee.type === 'Identifier' && messages.includes(callee.name) && first && last) cut(first.end, last.end, '')
    },
  }).visit(program)
  let text = code
  for (const [start, end, instead] of cuts.reverse()) text = text.slice(0, start) + instead + text.slice(end)
  for (const [from, to] of texts) {
    const before = text
    text = text.replaceAll(from, to)
    if (text === before) missing.add(String(from))
  }
  if (missing.size > 0) throw new Error(`${file} has no ${[...missing].join(', ')}`)
  return text
}
