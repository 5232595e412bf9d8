#!/bin/sh
# Makes sure that the Debian packages behind some targets are there: need.sh venv|compiler|browser|database|node [PYTHON]
set -e
what=$1
python=${2:-python3}

case $what in
venv)     package=python3-venv
          test="import ensurepip" ;;
compiler) package="gcc python3-dev"
          test="import pathlib, shutil, sys, sysconfig
sys.exit(not (shutil.which('cc') and pathlib.Path(sysconfig.get_path('include'), 'Python.h').exists()))" ;;
browser)  package="chromium firefox-esr"
          test="import shutil, sys; sys.exit(not (shutil.which('chromium') and shutil.which('firefox-esr')))" ;;
database) package="postgresql"
          test="import pathlib, sys; sys.exit(not list(pathlib.Path('/usr/lib/postgresql').glob('*/bin/initdb')))" ;;
node)     package="nodejs npm"
          test="import shutil, sys; sys.exit(not shutil.which('npm'))" ;;
*)        echo "need.sh knows venv, compiler, browser, database and node, not “$what”." >&2; exit 2 ;;
esac

if "$python" -c "$test" 2>/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # one word per package
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $package; } >/dev/null || true
    if "$python" -c "$test" 2>/dev/null; then exit 0; fi
fi
echo "This needs $package: install it (on Debian: sudo apt-get install $package) and run make again." >&2
exit 2
