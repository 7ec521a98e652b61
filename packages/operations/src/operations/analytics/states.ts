export const STATES =
  'Where `state` is not `available` there is no number: `empty` means nothing was ever collected for that span, `withheld` that too few visitors were counted to show it, `unavailable` that it cannot be known (see `reason`). Never read these as zero.'
