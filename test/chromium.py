# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium that shows pages of heddle, for tests and for pictures: Debian's chromium, chromium-driver and
python3-selenium. The last belongs to Debian's own Python, which need not be the first one of the PATH.
"""
import os
import shutil
import sys

DEBIAN_PYTHON = "/usr/bin/python3"
DEBIAN_SELENIUM = "/usr/lib/python3/dist-packages/selenium"


def missing():
    """What is not installed, as a text; "" if all is there."""
    parts = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]
    if not os.path.isdir(DEBIAN_SELENIUM):
        parts.append("python3-selenium")
    return ", ".join(parts)


def use_debian_python():
    """Begins the running script again with Debian's Python, if this one has no selenium."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        if not missing() and os.path.realpath(sys.executable) != os.path.realpath(DEBIAN_PYTHON):
            os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
        sys.exit(f"not installed: {missing() or 'selenium'}; scripts/install-packages.sh LOG tests installs it")


class Browser:
    """One window. Errors of a page are collected by Chromium until they are asked for."""

    def __init__(self):
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
        options = Options()
        options.binary_location = shutil.which("chromium")
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--disable-lcd-text", "--force-prefers-reduced-motion"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)

    def close(self):
        self.driver.quit()

    def show(self, path, scheme="light", width=1400, height=860, media="", anchor=""):
        d = self.driver
        d.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                          {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        d.execute_cdp_cmd("Emulation.setEmulatedMedia",
                          {"media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        d.get("about:blank")
        self.errors(), self.requests()          # those of pages before
        d.get("file://" + path + anchor)

    def run(self, script, *args):
        return self.driver.execute_script(script, *args)

    def press(self, *keys):
        """Keys by their names, as events have them; what has the focus gets them."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key if len(key) == 1 else getattr(Keys, key))
        chain.perform()

    def click(self, selector):
        from selenium.webdriver.common.by import By
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())", selector)

    def text(self, selector):
        return (self.texts(selector) or [""])[0]

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def errors(self):
        """What the page has complained about since it was asked last."""
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] != "INFO"]

    def requests(self):
        """The addresses that were asked for since then, but for files."""
        import json
        found = []
        for entry in self.driver.get_log("performance"):
            m = json.loads(entry["message"])["message"]
            if m["method"] == "Network.requestWillBeSent":
                found.append(m["params"]["request"]["url"])
        return [url for url in found if not url.startswith(("file://", "about:", "data:"))]

    def picture(self, path):
        self.driver.save_screenshot(path)
