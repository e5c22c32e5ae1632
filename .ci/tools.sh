#!/usr/bin/env bash
# Installs what the tests of exports use beyond Python, where apt-get can and it is absent: pdfLaTeX and XeLaTeX,
# pdftoppm, and a browser. Without them those tests skip with a reason, so nothing here may stop a run.
set -uo pipefail

wanted=()
command -v pdflatex >/dev/null || wanted+=(texlive-latex-base texlive-latex-recommended)
command -v xelatex >/dev/null || wanted+=(texlive-xetex)
command -v pdftoppm >/dev/null || wanted+=(poppler-utils)
command -v chromium >/dev/null || wanted+=(chromium)
[ ${#wanted[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "not installed, tests that need them skip: ${wanted[*]}"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# Only the fetching is bounded in time: an installation that is cut short would leave programs that fail.
if timeout 60 apt-get -qq update >/dev/null 2>&1 &&
    timeout 150 apt-get -qq install -y --download-only --no-install-recommends "${wanted[@]}" >/dev/null 2>&1; then
    apt-get -qq install -y --no-install-recommends "${wanted[@]}" >/dev/null 2>&1
fi || echo "could not be installed, tests that need them skip: ${wanted[*]}"
exit 0
