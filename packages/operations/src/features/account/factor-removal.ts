/** What else goes with a second factor. */
export function removalWarnings({ last }: { readonly last: boolean }): readonly string[] {
  return last
    ? [
        'This is the only second factor of your account. The recovery codes are removed with it, and signing in needs the password only.',
      ]
    : []
}
