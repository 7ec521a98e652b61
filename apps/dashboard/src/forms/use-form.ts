import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { registerUnsaved, sessionResumed } from '../session/session-end.ts'
import { sentence } from './sentence.ts'

/** Stored values and their revision. */
export interface Version<Values> {
  readonly values: Values
  readonly revision?: number | undefined
}

/** The input, the revision it is based on, and the stored values of that revision. */
type SaveArguments<Values> = readonly [values: Values, revision: number | undefined, before: Values]

export interface FormOptions<Values> {
  /** The stored values. An unchanged form follows them; a changed form keeps its input. */
  readonly initial: Version<Values>
  /** Runs before `save`; false cancels and keeps the input. May throw `ApiProblem`. */
  readonly beforeSave?: (...args: SaveArguments<Values>) => Promise<boolean>
  /** Writes, with `executed`. Returns the stored values; a form that creates something returns its empty values. */
  readonly save: (...args: SaveArguments<Values>) => Promise<Version<Values>>
  /** Reads the stored values without a cache, to show them in a conflict. Without it, a conflict shows only its message. */
  readonly reload?: () => Promise<Version<Values>>
  /** Runs after `save` succeeded. */
  readonly onSaved?: (saved: Version<Values>) => void
}

export interface Conflict<Values> {
  readonly theirs: Version<Values>
  readonly yours: Values
}

export interface FormState<Values> {
  readonly values: Values
  readonly dirty: boolean
  readonly busy: boolean
  /** True after saving, until the next change. */
  readonly saved: boolean
  readonly problem: ApiProblem | undefined
  readonly conflict: Conflict<Values> | undefined
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** `value`, `onChange` and `error` of a field. */
  field<Name extends keyof Values & string>(
    name: Name,
  ): { readonly value: Values[Name]; readonly onChange: (value: Values[Name]) => void; readonly error?: string }
  /** The error at a path such as `steps.0.match`, as a sentence. */
  error(path: string): string | undefined
  submit(): Promise<void>
  /** Back to the stored values. */
  reset(): void
  /** Ends a conflict: drops the input, or saves it over the other version. */
  keepTheirs(): void
  keepYours(): Promise<void>
}

/**
 * The state of one form. The input survives every error: a rejection, an ended session, an unreachable server and an edit
 * conflict.
 */
export function useForm<Values extends object>({
  initial,
  beforeSave,
  save,
  reload,
  onSaved,
}: FormOptions<Values>): FormState<Values> {
  const [base, setBase] = useState(initial)
  const [draft, setDraft] = useState<Values>()
  const [state, setState] = useState<Progress<Values>>({})
  const busy = useRef(false)

  const values = draft ?? base.values
  const dirty = draft !== undefined && !isEqual(draft, base.values)

  // An unchanged form follows the stored values. Once there is input, it keeps the revision that the input is based on.
  if (draft === undefined && !state.busy && !isEqual(initial, base)) setBase(initial)

  useEffect(() => (dirty ? registerUnsaved() : undefined), [dirty])

  const write = async (over: Version<Values>) => {
    if (busy.current) return
    busy.current = true
    setState({ busy: true })
    try {
      if (beforeSave !== undefined && !(await beforeSave(values, over.revision, over.values))) {
        setState({})
        return
      }
      const saved = await save(values, over.revision, over.values)
      sessionResumed()
      setBase(saved)
      setDraft(undefined)
      setState({ saved: true })
      onSaved?.(saved)
    } catch (error) {
      if (!(error instanceof ApiProblem)) {
        setState({})
        throw error
      }
      setState(await afterProblem(error))
    } finally {
      busy.current = false
    }
  }

  /** A conflict needs the other version to be shown. */
  const afterProblem = async (problem: ApiProblem): Promise<Progress<Values>> => {
    if (problem.code !== 'revision_conflict' || reload === undefined) return { problem }
    try {
      return { conflict: { theirs: await reload(), yours: values } }
    } catch (error) {
      return { problem: error instanceof ApiProblem ? error : problem }
    }
  }

  const error = (path: string) => {
    const found = state.problem?.errors.find((candidate) => candidate.path === path)
    return found && sentence(found.message)
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setDraft((before) => ({ ...(before ?? base.values), [name]: value }))
    if (state.saved) setState({})
  }
  return {
    values,
    dirty,
    busy: state.busy ?? false,
    saved: state.saved ?? false,
    problem: state.problem,
    conflict: state.conflict,
    set,
    field(name) {
      const wrong = error(name)
      return {
        value: values[name],
        onChange: (value) => set(name, value),
        ...(wrong === undefined ? {} : { error: wrong }),
      }
    },
    error,
    submit: () => write(base),
    reset() {
      setDraft(undefined)
      setState({})
    },
    keepTheirs() {
      if (state.conflict === undefined) return
      setBase(state.conflict.theirs)
      setDraft(undefined)
      setState({})
    },
    async keepYours() {
      if (state.conflict === undefined) return
      setBase(state.conflict.theirs)
      await write(state.conflict.theirs)
    },
  }
}

interface Progress<Values> {
  readonly busy?: boolean
  readonly saved?: boolean
  readonly problem?: ApiProblem
  readonly conflict?: Conflict<Values>
}

/** Whether two JSON values are equal. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
